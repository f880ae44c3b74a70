package io.ttalloc.it.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.watched.Server;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MonitorPageIT {
  private static final String HOSTILE = "<img/src=x/onerror=alert(1)>";
  private static final String TOKEN = "0123456789abcdef";
  private static final String RULES =
      """
        - class: io.ttalloc.it.html.MonitorPageIT$Program$Lane
          type: lane
          open: [<init>]
          close: [close]
          bytes: bytes()
          address: address()
          device: device()
          space: space()
      """;

  @TempDir private static Path folder;
  private static @Nullable Browser started;
  private final List<AutoCloseable> running = new ArrayList<>();
  private Browser browser;
  private TrackedRun tracked;
  private Server server;

  @BeforeAll
  static void findBrowser() {
    Optional<Path> program = Browser.program();
    if (program.isEmpty()) {
      System.out.println("MonitorPageIT is skipped: no chromium on the PATH");
    }
    assumeTrue(program.isPresent(), "no chromium on the PATH");
  }

  @BeforeEach
  void openBlankPage() throws Exception {
    if (started == null) {
      started = Browser.start(Browser.program().orElseThrow(), folder);
    }
    browser = started;
    browser.newPage();
    browser.window(1_280, 900, false);
    tracked = TrackedRun.in(folder).rules(RULES).option("command=full");
    tracked.ledgers().keepAll();
  }

  @AfterEach
  void end() throws Exception {
    List<String> requests = browser.requests();
    // The page listens no more, so that the end of the server is not its fault.
    browser.navigate(URI.create("about:blank"));
    for (AutoCloseable one : running) {
      one.close();
    }
    assertThat(requests)
        .isNotEmpty()
        .allMatch(request -> request.startsWith("http://" + server.address() + "/"));
  }

  @AfterAll
  static void closeBrowser() throws Exception {
    if (started != null) {
      started.close();
    }
  }

  private void serve(String... options) throws InterruptedException {
    List<String> all = new ArrayList<>(List.of("--socket=none"));
    all.addAll(List.of(options));
    server = Server.on(tracked.ledgers().path(), all);
    running.add(server);
  }

  private URI page() {
    return URI.create("http://" + server.address() + "/");
  }

  /** A process that has opened some and closed less than half of them: 101 - 49, 60 - 29. */
  private RunningJvm program(int opened) throws InterruptedException {
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

  private static String row(RunningJvm program, String cell) {
    return "tr[data-pid=\"" + program.pid() + "\"] " + cell;
  }

  private void awaitText(String selector, String text) throws Exception {
    browser.await("document.querySelector('%s').textContent === '%s'".formatted(selector, text));
  }

  private long number(String expression) throws Exception {
    JsonElement value = browser.evaluate(expression);
    assertThat(value).as(expression).isNotNull();
    return value.getAsLong();
  }

  /** By keyboard, since the page moves what lies below a text that changes. */
  private void activate(String selector) throws Exception {
    browser.evaluate("document.querySelector('" + selector + "').focus()");
    browser.press("Enter");
  }

  /** Opens the page of one process and waits for its report. */
  private void choose(RunningJvm program) throws Exception {
    browser.open(page());
    browser.await("document.querySelector('" + row(program, "a") + "') !== null");
    activate(row(program, "a"));
    browser.await("document.querySelector('[data-report]') !== null");
  }

  @Test
  void numbersAreThoseThatTheProcessesCount() throws Exception {
    serve();
    RunningJvm one = program(101);
    RunningJvm two = program(60);
    browser.open(page());

    awaitText(row(one, "td.live"), "52");
    awaitText(row(one, "td.bytes"), "104 KB");
    awaitText(row(two, "td.live"), "31");
    awaitText(row(two, "td.bytes"), "62 KB");
    awaitText("h1", "2 running");
    awaitText("[data-device=\"3\"] .amount", "166 KB");
    browser.await("document.querySelectorAll('.chart canvas').length === 3");
    browser.await(
        "document.querySelector('.chart').textContent.includes('onerror=alert(1)>\\' "
            + one.pid()
            + "')");
    assertThat(browser.text(row(one, ".says"))).contains("106,496 B still open");
    assertThat(number("document.querySelectorAll('img').length")).isZero();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aProcessIsChosenAndItsFlameGraphWalkedByKeyboardAlone() throws Exception {
    serve();
    RunningJvm program = program(101);
    browser.open(page());
    browser.await("document.querySelector('" + row(program, "a") + "') !== null");
    browser.tabTo(row(program, "a"));
    browser.press("Enter");
    browser.await("document.querySelector('[data-report]') !== null");
    awaitText("#now .tile:first-child dd", "52");

    browser.tabTo("details.finding summary");
    browser.press("Enter");
    browser.await("document.querySelector('.finding .body') !== null");
    assertThat(browser.text(".finding .stack .yours")).contains("MonitorPageIT.Program.many");
    assertThat(browser.text(".finding .body")).contains("1 x 2,048 B at ");

    browser.tabTo("#flame-chart g.frame");
    browser.press("ArrowDown");
    browser.press("ArrowDown");
    browser.await(
        "document.querySelector('#flame-details').textContent.startsWith('DRAM: 106,496 B')");
    browser.press("ArrowDown");
    browser.press("Enter");
    browser.await("document.querySelector('#flame-details').textContent.includes('Program.main')");
    assertThat(number("document.querySelectorAll('[data-bank=DRAM] .bank-row').length"))
        .isEqualTo(1);

    browser.press("Escape");
    browser.evaluate("history.back()");
    browser.await("!document.querySelector('#machine').hidden");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void twoMomentsAreCompared() throws Exception {
    serve();
    RunningJvm program = program(101);
    choose(program);
    browser.tabTo("#keep");
    browser.press("Enter");
    browser.await("document.querySelector('#kept').options.length === 1");
    Files.createFile(tracked.file("go101"));
    program.awaitLine("^opened 7 more$");

    activate("#compare");
    browser.await("document.querySelectorAll('#changes tbody tr').length === 1");

    assertThat(browser.text("#changes > p"))
        .contains("1 new, 0 grown, 0 shrunk, 0 gone, 1 unchanged");
    assertThat(browser.text("#changes [data-change=NEW]"))
        .contains("Program.more", "lane", "+7", "0 \u2192 7", "+14 KB");
    browser.await("document.querySelector('#report-age').textContent.includes('7 opened')");
    activate("#judge");
    awaitText("#report .report-head .says", "120,832 B still open, all OPEN");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aKilledProcessStaysWithWhatItLeft() throws Exception {
    serve();
    RunningJvm program = program(101);
    choose(program);
    assertThat(browser.text("#process h1 .chip")).isEqualTo("running");

    program.kill();

    awaitText("#process h1 .chip", "killed");
    browser.await("document.querySelector('[data-report=killed]') !== null");
    assertThat(browser.text("#process > .note")).startsWith("The process was killed.");
    assertThat(browser.text("#report .report-head .says")).startsWith("106,496 B still open");
    activate(".back a");
    awaitText("#machine h1", "1 killed");
    assertThat(browser.text(row(program, "td.live"))).isEqualTo("52");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aMachineWithoutLedgersSaysHowToStart() throws Exception {
    serve();
    browser.open(page());

    assertThat(browser.text("#machine h1")).isEqualTo("No process has a ledger");
    assertThat(browser.text("#empty"))
        .contains("TT_ALLOC_TRACKING_ENABLED=1 java -javaagent:")
        .contains(tracked.ledgers().path().toString());
    assertThat(number("document.querySelector('#all').clientHeight")).isZero();
    program(20);
    awaitText("#machine h1", "1 running");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void nothingStandsOverTheEdgeOfAPhone() throws Exception {
    serve();
    RunningJvm program = program(101);
    browser.window(400, 800, true);
    browser.open(page());
    awaitText(row(program, "td.live"), "52");
    browser.await("document.querySelectorAll('.chart canvas').length === 3");
    assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(400);
    assertThat(number("document.querySelector('#processes .card').scrollWidth"))
        .isLessThanOrEqualTo(number("document.querySelector('#processes .card').clientWidth"));

    choose(program);
    activate("#keep");
    browser.await("document.querySelector('#kept').options.length === 1");
    activate("#compare");
    browser.await("document.querySelector('#changes').textContent.includes('unchanged')");
    activate("details.finding summary");
    assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(400);
    JsonElement dark = browser.evaluate("getComputedStyle(document.body).backgroundColor");
    browser.window(400, 800, false);
    assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor"))
        .isNotEqualTo(dark);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void withATokenThePageAsksForItAndNobodyElseIsAnswered() throws Exception {
    Path token =
        Files.createFile(
            folder.resolve("token.txt"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(token, TOKEN);
    serve("--token-file=" + token);
    RunningJvm program = program(101);
    browser.navigate(page());
    browser.await("document.activeElement.id === 'token'");
    JsonElement refused = browser.evaluate("fetch('api/state').then((answer) => answer.status)");
    assertThat(refused).hasToString("401");
    assertThat(browser.complaints()).hasSize(1).allMatch(line -> line.contains("401"));

    browser.type(TOKEN);
    browser.press("Enter");
    awaitText(row(program, "td.live"), "52");
    activate(row(program, "a"));
    browser.await("document.querySelector('[data-report]') !== null");
    assertThat(browser.requests()).noneMatch(request -> request.contains(TOKEN));
    assertThat(browser.complaints()).hasSize(1);
  }

  @Test
  void aLostConnectionIsShown() throws Exception {
    serve();
    RunningJvm program = program(101);
    browser.open(page());
    awaitText(row(program, "td.live"), "52");
    server.terminate();

    browser.await("document.querySelector('#status').textContent.includes('lost')");
    assertThat(browser.text(row(program, "td.live"))).isEqualTo("52");
    assertThat(browser.complaints()).allMatch(line -> line.contains("net::ERR_"));
  }

  /** Opens as many as it is told, closes some, and opens more when a file is there. */
  static final class Program {
    private static final List<Lane> OPEN = new ArrayList<>();

    private Program() {}

    public static void main(String[] args) {
      int many = Integer.parseInt(args[0]);
      many(many);
      System.out.println("opened " + many);
      while (!Files.exists(Path.of(args[1]))) {
        LockSupport.parkNanos(1_000_000);
      }
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
