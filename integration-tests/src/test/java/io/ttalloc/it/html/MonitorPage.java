package io.ttalloc.it.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.watched.Server;
import io.ttalloc.testing.Await;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The page of a monitor, shown in a browser. The monitor watches the processes of one test. Closing
 * this object ends the monitor and the processes, but not the browser.
 */
final class MonitorPage implements AutoCloseable {
  private static final String HOSTILE = "<img/src=x/onerror=alert(1)>";
  private static final String RULES =
      """
        - class: io.ttalloc.it.html.MonitorPage$Program$Lane
          type: lane
          open: [<init>]
          close: [close]
          bytes: bytes()
          address: address()
          device: device()
          space: space()
      """;

  private final List<AutoCloseable> running = new ArrayList<>();
  private final Browser browser;
  private final TrackedRun tracked;
  private Server server;

  private MonitorPage(Browser browser, TrackedRun tracked) {
    this.browser = browser;
    this.tracked = tracked;
  }

  /** A blank page, and a folder for ledgers. */
  static MonitorPage blank(Browser browser, Path folder) throws Exception {
    browser.newPage();
    browser.window(1_280, 900, false);
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("command=full");
    tracked.ledgers().keepAll();
    return new MonitorPage(browser, tracked);
  }

  TrackedRun tracked() {
    return tracked;
  }

  Server server() {
    return server;
  }

  /** Starts the monitor. */
  void serve(String... options) throws InterruptedException {
    server = Server.on(tracked.ledgers().path(), options);
    running.add(server);
  }

  URI address() {
    return URI.create("http://" + server.address() + "/");
  }

  /** Opens the page and waits for the first state. */
  void open() throws Exception {
    browser.open(address());
  }

  /**
   * Starts a process that has opened the given number of resources and closed fewer than half of
   * them, such as 49 of 101 or 29 of 60. Its command line contains markup. The process opens 7 more
   * resources once a file such as {@code go101} exists.
   */
  RunningJvm program(int opened) throws InterruptedException {
    RunningJvm program =
        tracked
            .on(Jdks.ofThisBuild())
            .main(
                Program.class, Integer.toString(opened), "" + tracked.file("go" + opened), HOSTILE)
            .start();
    running.add(program);
    program.awaitLine("^opened " + opened + "$");
    return program;
  }

  /** The selector of a cell in the row of a process. */
  String row(RunningJvm program, String cell) {
    return "tr[data-pid=\"" + program.pid() + "\"] " + cell;
  }

  void awaitText(String selector, String text) throws Exception {
    browser.await("document.querySelector('%s').textContent === '%s'".formatted(selector, text));
  }

  long number(String expression) throws Exception {
    JsonElement value = browser.evaluate(expression);
    assertThat(value).as(expression).isNotNull();
    return value.getAsLong();
  }

  /**
   * Activates an element by keyboard. A click could miss, because the page moves elements when a
   * text above them changes.
   */
  void activate(String selector) throws Exception {
    browser.evaluate("document.querySelector('" + selector + "').focus()");
    browser.press("Enter");
  }

  /** Ends the monitor and the processes; fails if the page has contacted any other server. */
  @Override
  public void close() throws Exception {
    List<String> requests = browser.requests();
    // The page no longer listens for updates, so it does not log an error when the server ends.
    browser.leave();
    for (AutoCloseable one : running) {
      one.close();
    }
    assertThat(requests).isNotEmpty().allMatch(request -> request.startsWith("" + address()));
  }

  /** Opens the given number of resources, closes some, and opens more once a file exists. */
  static final class Program {
    private static final List<Lane> OPEN = new ArrayList<>();

    private Program() {}

    public static void main(String[] args) {
      int many = Integer.parseInt(args[0]);
      many(many);
      System.out.println("opened " + many);
      Await.until(() -> Files.exists(Path.of(args[1])));
      more();
      System.out.println("opened 7 more");
      while (true) {
        LockSupport.park();
      }
    }

    private static void many(int many) {
      for (int i = 0; i < many; i++) {
        OPEN.add(new Lane());
      }
      for (int i = 0; i < (many - 1) / 2 - many % 2; i++) {
        OPEN.remove(0).close();
      }
    }

    private static void more() {
      for (int i = 0; i < 7; i++) {
        OPEN.add(new Lane());
      }
    }

    static final class Lane implements AutoCloseable {
      private static long next = 0x1000;
      private final long address = next;

      Lane() {
        next += bytes();
      }

      long bytes() {
        return 2_048;
      }

      long address() {
        return address;
      }

      int device() {
        return 3;
      }

      String space() {
        return "DRAM";
      }

      @Override
      public void close() {}
    }
  }
}
