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
 * The terminal of this process as a screen. The terminal is restored when the screen is closed and
 * when the JVM ends.
 *
 * <p>Only one thread may draw. {@link #leave} may be called by any thread, so that a thread that
 * ends the JVM can restore the terminal, too.
 */
public final class TerminalScreen implements Closeable {
  /** The width to use if the terminal does not report its size. */
  private static final int COLUMNS = 80;

  private static final int ROWS = 24;

  /** The maximum width and height to draw, since a terminal may report any size. */
  private static final int MAX_SIZE = 1_000;

  private static final int MIN_COLOURS = 8;

  /** The end of the name of the thread on which JLine reads. */
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
   * Returns the terminal to which standard input and output are connected; null if they are not
   * connected to the same terminal, or if it cannot be drawn on.
   *
   * <p>Uses the programs {@code tty} and {@code stty}, not native code.
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

  /** Whether the terminal has colours. */
  public boolean hasColours() {
    Integer colours = terminal.getNumericCapability(Capability.max_colors);
    return colours != null && colours >= MIN_COLOURS;
  }

  /** Takes control of the terminal, for the first time or again. */
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
   * Returns attributes with which keys are read one by one and without echo. Keys such as ctrl-c
   * still send signals, because a signal reaches all processes of the shell's command.
   */
  private static Attributes raw(Attributes original) {
    Attributes raw = new Attributes(original);
    raw.setLocalFlags(EnumSet.of(LocalFlag.ICANON, LocalFlag.ECHO, LocalFlag.IEXTEN), false);
    raw.setLocalFlag(LocalFlag.ISIG, true);
    raw.setInputFlags(EnumSet.of(InputFlag.IXON, InputFlag.ICRNL, InputFlag.INLCR), false);
    // JLine's reader requires these values; without them, it sets them itself, on its own thread.
    raw.setControlChar(ControlChar.VMIN, 0);
    raw.setControlChar(ControlChar.VTIME, 1);
    return raw;
  }

  /** Redraws everything, at the current size of the terminal. */
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

  /** Draws the lines that have changed. */
  synchronized void show(List<AttributedString> lines) {
    if (!entered || over) {
      return;
    }
    try {
      display.update(lines, -1, true);
    } catch (IllegalStateException closed) {
      // The JVM is ending, and another shutdown hook has already closed the terminal.
      over = true;
    }
  }

  /** Returns the characters that are typed from now on; must be called after {@link #enter}. */
  KeyReader.Characters characters() {
    NonBlockingReader reader = terminal.reader();
    return reader::read;
  }

  /** Restores the terminal; {@link #enter} takes control of it again. */
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

  /** Restores the terminal permanently and stops reading. */
  void end() throws IOException {
    endReading();
    leaveForGood();
  }

  /**
   * Waits for the end of JLine's reading thread. Ten times a second, that thread sets the
   * attributes that it needs, even if the terminal has just been restored.
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

  /** Restores the terminal permanently. */
  @Override
  public void close() throws IOException {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(restoring);
    } catch (IllegalStateException endsAlready) {
      // The shutdown hook will find nothing left to do.
    }
    terminal.close();
  }
}
