package io.ttalloc.top.terminal;

import io.ttalloc.text.ProgramName;
import io.ttalloc.top.Look;
import io.ttalloc.top.TopFrame;
import io.ttalloc.top.TopKey;
import io.ttalloc.top.TopNavigation;
import io.ttalloc.top.TopState;
import io.ttalloc.top.TopStep;
import io.ttalloc.top.TopView;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessChange;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.natives.NativeState;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * A session of {@code tt-alloc top} on a terminal. The calling thread draws and waits for events;
 * keys, signals and readings each have their own thread, which only sends events, so that a long
 * reading does not delay keys.
 */
public final class TopSession {

  /** Sets a mark in a process and returns a message that says whether the mark was set. */
  public interface Marker {
    String mark(ProcessView process, String name);
  }

  /** An event sent by another thread: an action that the drawing thread performs. */
  private interface Event {
    void handle() throws InterruptedException;
  }

  /**
   * The value to which a signal's number is added to get the exit status of a command that was
   * ended by that signal.
   */
  private static final int SIGNALLED = 128;

  private static final int SIGHUP = 1;
  private static final int SIGTERM = 15;

  /** The state that is shown until the first reading is complete. */
  private static final TopState NOTHING =
      new TopState(
          new MachineState(Instant.EPOCH, List.of(), List.of(), List.of(), 0, 0, List.of()),
          NativeState.NONE);

  private final TerminalScreen screen;
  private final Supplier<TopState> watch;
  private final Duration interval;
  private final Marker marker;
  private final Look look;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final AtomicReference<@Nullable TopState> latest = new AtomicReference<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private TopView view = TopView.FIRST;
  private @Nullable TopState shown;

  /** The exit status of the command; null until the session should end. */
  private @Nullable Integer status;

  /**
   * Creates a session; {@link #run} starts it.
   *
   * @param watch reads the next state; called by a single thread, which ends before {@link #run}
   *     returns
   * @param interval the time from the start of a reading to the start of the next one
   */
  public TopSession(
      TerminalScreen screen,
      Supplier<TopState> watch,
      Duration interval,
      Marker marker,
      Look look) {
    this.screen = screen;
    this.watch = watch;
    this.interval = interval;
    this.marker = marker;
    this.look = look;
  }

  /**
   * Shows states until the user quits; returns the exit status.
   *
   * @throws IOException if the terminal cannot be restored
   */
  public int run() throws InterruptedException, IOException {
    Signals.register("INT", () -> quit(0));
    Signals.register("TERM", () -> quit(SIGNALLED + SIGTERM));
    Signals.register("HUP", () -> quit(SIGNALLED + SIGHUP));
    Signals.register("WINCH", () -> events.add(screen::resized));
    Signals.register("TSTP", () -> events.add(this::stop));
    Signals.register("CONT", () -> events.add(screen::enter));
    Thread reading = started("tt-alloc-watch", this::read);
    try {
      screen.enter();
      KeyReader keys = new KeyReader(screen.characters());
      started("tt-alloc-keys", () -> keys(keys));
      events.take().handle();
      while (status == null) {
        if (events.isEmpty()) {
          draw();
        }
        events.take().handle();
      }
      return status;
    } finally {
      screen.end();
      over.countDown();
      reading.join();
    }
  }

  private static Thread started(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Reads states; runs in a separate thread. */
  private void read() {
    try {
      long next = System.nanoTime();
      do {
        TopState state = watch.get();
        if (latest.getAndSet(state) == null) {
          events.add(this::take);
        }
        next = Math.max(next + interval.toNanos(), System.nanoTime());
      } while (!over.await(next - System.nanoTime(), TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      events.add(
          () -> {
            throw new IllegalStateException("the ledgers could not be read", e);
          });
    }
  }

  /** Waits for keys; runs in a separate thread. */
  private void keys(KeyReader keys) {
    try {
      TopKey key = keys.next();
      while (key != null) {
        TopKey pressed = key;
        events.add(() -> press(pressed));
        key = keys.next();
      }
    } catch (IOException e) {
      // The terminal no longer exists, or was closed because the session is ending.
    }
    quit(0);
  }

  private void quit(int exitStatus) {
    events.add(() -> status = exitStatus);
  }

  private void press(TopKey key) {
    TopState state = shown == null ? NOTHING : shown;
    boolean paused = view.paused();
    TopStep step = TopNavigation.press(key, view, state.machine(), screen.columns(), screen.rows());
    view = step.view();
    TopStep.Mark mark = step.mark();
    if (mark != null) {
      view = view.saying("marking ...");
      started(
          "tt-alloc-mark",
          () -> {
            String said = marker.mark(mark.process(), mark.name());
            events.add(() -> view = view.saying(said));
          });
    }
    if (paused && !view.paused()) {
      take();
    }
    if (step.quit()) {
      quit(0);
    }
  }

  /** Shows the latest state, unless the view is paused. */
  private void take() {
    if (view.paused()) {
      return;
    }
    TopState state = latest.getAndSet(null);
    if (state == null) {
      return;
    }
    if (shown != null) {
      String news = news(state.machine().changes());
      view = news.isEmpty() ? view : view.saying(news);
    }
    shown = state;
  }

  /** The message about the latest change; empty if there is none. */
  private static String news(List<ProcessChange> changes) {
    if (changes.isEmpty()) {
      return "";
    }
    ProcessChange last = changes.get(changes.size() - 1);
    ProcessView process = last.process();
    String what =
        switch (last.to()) {
          case RUNNING -> "has started";
          case KILLED -> "was killed";
          case DETACHED -> "is no longer tracked";
          case ENDED, UNREADABLE -> "has ended";
        };
    return "process "
        + process.pid()
        + " "
        + what
        + ": "
        + ProgramName.of(process.pulse().process().command());
  }

  private void draw() {
    TopState state = shown;
    if (state != null) {
      screen.show(TopFrame.screen(state, view, look, screen.columns(), screen.rows()));
    }
  }

  /** Stops this process, as requested by the user with ctrl-z, until it is continued. */
  private void stop() throws InterruptedException {
    screen.leave();
    try {
      String pid = Long.toString(ProcessHandle.current().pid());
      new ProcessBuilder("kill", "-STOP", pid).inheritIO().start().waitFor();
    } catch (IOException e) {
      // If the program "kill" is missing, this process is not stopped.
    }
    screen.enter();
  }
}
