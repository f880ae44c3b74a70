package io.ttalloc.top.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.ControlChar;
import org.jline.terminal.Attributes.InputFlag;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/**
 * The terminal of this process as one screen, restored when it is closed and at the end of the JVM.
 *
 * <p>Drawn by one thread. {@link #leave} may be called by any, so that a thread that ends the JVM
 * restores the terminal too.
 */
public final class TerminalScreen implements Closeable {
  /** The width if the terminal does not report its size. */
  private static final int COLUMNS = 80;

  private static final int ROWS = 24;

  /** A terminal may report any size; more than this is not drawn. */
  private static final int MAX_SIZE = 1_000;

  private static final int MIN_COLOURS = 8;

  /** Part of the name of the thread on which JLine reads. */
  private static final String READING = "non blocking reader thread";

  private static final long MAX_MILLIS = 2_000;

  private final Terminal terminal;
  private final Display display;
  private final Attributes original;
  private final Thread restoring = new Thread(this::leaveForGood, "tt-alloc-restore");
  private boolean entered;
  private boolean over;

  private TerminalScreen(Terminal terminal) {
    this.terminal = terminal;
    this.original = terminal.getAttributes();
    this.display = new Display(terminal, true);
  }

  /**
   * The terminal of standard input and output, if both are one that can be drawn on; otherwise
   * null.
   *
   * <p>It is asked by the programs {@code tty} and {@code stty}, never by native code.
   */
  public static @Nullable TerminalScreen open() throws IOException {
    Terminal terminal;
    try {
      terminal =
          TerminalBuilder.builder()
              .system(true)
              .systemOutput(TerminalBuilder.SystemOutput.SysOut)
              .provider("exec")
              .dumb(false)
              .graphemeCluster(false)
              .nativeSignals(false)
              .encoding(UTF_8)
              .build();
    } catch (IllegalStateException notATerminal) {
      return null;
    }
    boolean drawable =
        terminal.getStringCapability(Capability.cursor_address) != null
            && terminal.getStringCapability(Capability.clear_screen) != null;
    if (!drawable) {
      terminal.close();
      return null;
    }
    return new TerminalScreen(terminal);
  }

  /** Whether it has colours. */
  public boolean hasColours() {
    Integer colours = terminal.getNumericCapability(Capability.max_colors);
    return colours != null && colours >= MIN_COLOURS;
  }

  /** Takes the terminal over, for the first time or again. */
  synchronized void enter() {
    if (over) {
      return;
    }
    if (!entered) {
      Runtime.getRuntime().addShutdownHook(restoring);
      entered = true;
    }
    terminal.setAttributes(raw(original));
    terminal.puts(Capability.enter_ca_mode);
    terminal.puts(Capability.keypad_local);
    terminal.puts(Capability.cursor_invisible);
    resized();
  }

  /**
   * Keys one by one and unseen, but those for signals as ever: they are for all processes of the
   * shell's command.
   */
  private static Attributes raw(Attributes original) {
    Attributes raw = new Attributes(original);
    raw.setLocalFlags(EnumSet.of(LocalFlag.ICANON, LocalFlag.ECHO, LocalFlag.IEXTEN), false);
    raw.setLocalFlag(LocalFlag.ISIG, true);
    raw.setInputFlags(EnumSet.of(InputFlag.IXON, InputFlag.ICRNL, InputFlag.INLCR), false);
    // As JLine's reader wants them: else it sets them itself, by a thread of its own.
    raw.setControlChar(ControlChar.VMIN, 0);
    raw.setControlChar(ControlChar.VTIME, 1);
    return raw;
  }

  /** Draws everything anew, at the size that the terminal has now. */
  synchronized void resized() {
    Size size = terminal.getSize();
    int columns = size.getColumns() <= 0 ? COLUMNS : Math.min(MAX_SIZE, size.getColumns());
    int rows = size.getRows() <= 0 ? ROWS : Math.min(MAX_SIZE, size.getRows());
    display.resize(Size.of(columns, rows));
    display.reset();
    terminal.puts(Capability.clear_screen);
  }

  int columns() {
    return display.getColumns();
  }

  int rows() {
    return display.getRows();
  }

  /** Draws what has changed. */
  synchronized void show(List<AttributedString> lines) {
    if (!entered || over) {
      return;
    }
    try {
      display.update(lines, -1, true);
    } catch (IllegalStateException closed) {
      // The JVM ends, and another of its hooks was first.
      over = true;
    }
  }

  /** Returns the input that is typed from now on; to be called after {@link #enter}. */
  KeyReader.Characters characters() {
    NonBlockingReader reader = terminal.reader();
    return reader::read;
  }

  /** Gives the terminal back as it was; {@link #enter} takes it again. */
  synchronized void leave() {
    if (!entered || over) {
      return;
    }
    try {
      terminal.puts(Capability.exit_attribute_mode);
      terminal.puts(Capability.cursor_normal);
      terminal.puts(Capability.exit_ca_mode);
      terminal.flush();
      terminal.setAttributes(original);
    } catch (IllegalStateException closed) {
      over = true;
    }
  }

  private synchronized void leaveForGood() {
    leave();
    over = true;
  }

  /** Gives the terminal back for good; nothing is read any more. */
  void end() throws IOException {
    endReading();
    leaveForGood();
  }

  /**
   * Waits for the thread by which JLine reads. Ten times a second that one sees to it that the
   * terminal is as it wants it, also if it has just been restored.
   */
  private void endReading() throws IOException {
    terminal.reader().close();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().endsWith(READING)) {
        try {
          thread.join(MAX_MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /** Gives the terminal back for good. */
  @Override
  public void close() throws IOException {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(restoring);
    } catch (IllegalStateException endsAlready) {
      // The hook finds nothing to do that was not done.
    }
    terminal.close();
  }
}
