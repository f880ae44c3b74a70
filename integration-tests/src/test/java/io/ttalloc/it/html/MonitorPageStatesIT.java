package io.ttalloc.it.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the page of the monitor when there are no ledgers, when the screen is small, when a token
 * is required, and when the monitor has ended.
 */
@Variant
class MonitorPageStatesIT {
  private static final String TOKEN = "0123456789abcdef";

  @TempDir private static Path folder;
  private static @Nullable Browser started;
  private Browser browser;
  private MonitorPage page;

  @BeforeEach
  void openBlankPage() throws Exception {
    if (started == null) {
      started = MonitorPage.browser(MonitorPageStatesIT.class, folder);
    }
    browser = started;
    page = MonitorPage.blank(browser, folder);
  }

  @AfterEach
  void nothingWasLoadedFromElsewhere() throws Exception {
    if (page != null) {
      page.close();
    }
  }

  @AfterAll
  static void closeBrowser() throws Exception {
    if (started != null) {
      started.close();
    }
  }

  @Test
  void aMachineWithoutLedgersSaysHowToStart() throws Exception {
    page.serve();
    page.open();

    assertThat(browser.text("#machine h1")).isEqualTo("No process has a ledger");
    assertThat(browser.text("#empty"))
        .contains("TT_ALLOC_TRACKING_ENABLED=1 java -javaagent:")
        .contains(page.tracked().ledgers().path().toString());
    assertThat(page.number("document.querySelector('#all').clientHeight")).isZero();
    page.program(20);
    page.awaitText("#machine h1", "1 running");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aPageThatIsOpenedLaterShowsWhatAKilledProcessLeft() throws Exception {
    page.serve();
    RunningJvm program = page.program(101);
    program.kill();
    page.server().awaitLine("NOT JUDGED");
    page.open();

    page.awaitText("#machine h1", "1 killed");
    assertThat(browser.text(page.row(program, "td.live"))).isEqualTo("52");
    assertThat(browser.evaluate("document.querySelector('#over-time').hidden").getAsBoolean())
        .as("no empty charts")
        .isTrue();
    String clock = "document.querySelector('#status').lastChild.textContent";
    browser.evaluate("window.first = " + clock);
    browser.await(clock + " !== window.first");
    assertThat(browser.text("#status")).startsWith("live");
    browser.navigate(page.address().resolve("?pid=1"));
    page.awaitText("#process h1", "This process has no ledger here");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void nothingStandsOverTheEdgeOfAPhoneAndALostConnectionIsShown() throws Exception {
    page.serve();
    RunningJvm program = page.program(101);
    browser.window(400, 800, true);
    page.open();
    page.awaitText(page.row(program, "td.live"), "52");
    browser.await("document.querySelectorAll('.chart canvas').length === 3");
    assertThat(page.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(400);
    assertThat(page.number("document.querySelector('#processes .card').scrollWidth"))
        .isLessThanOrEqualTo(page.number("document.querySelector('#processes .card').clientWidth"));

    page.choose(program);
    page.activate("#keep");
    browser.await("document.querySelector('#kept').options.length === 1");
    page.activate("#compare");
    browser.await("document.querySelector('#changes').textContent.includes('unchanged')");
    page.activate("details.finding summary");
    assertThat(page.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(400);
    JsonElement dark = browser.evaluate("getComputedStyle(document.body).backgroundColor");
    browser.window(400, 800, false);
    assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor"))
        .isNotEqualTo(dark);
    assertThat(browser.complaints()).isEmpty();

    page.activate(".back a");
    page.server().terminate();
    browser.await("document.querySelector('#status').textContent.includes('lost')");
    assertThat(browser.text(page.row(program, "td.live"))).isEqualTo("52");
    assertThat(browser.complaints()).allMatch(line -> line.contains("net::ERR_"));
  }

  @Test
  void withATokenThePageAsksForItAndNobodyElseIsAnswered() throws Exception {
    Path token =
        Files.createFile(
            folder.resolve("token.txt"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(token, TOKEN);
    page.serve("--token-file=" + token);
    RunningJvm program = page.program(101);
    browser.navigate(page.address());
    browser.await("document.activeElement.id === 'token'");
    JsonElement refused = browser.evaluate("fetch('api/state').then((answer) => answer.status)");
    assertThat(refused).hasToString("401");
    assertThat(browser.complaints()).hasSize(1).allMatch(line -> line.contains("401"));

    browser.type(TOKEN);
    browser.press("Enter");
    page.awaitText(page.row(program, "td.live"), "52");
    page.activate(page.row(program, "a"));
    browser.await("document.querySelector('[data-report]') !== null");
    assertThat(browser.requests()).noneMatch(request -> request.contains(TOKEN));
    assertThat(browser.complaints()).hasSize(1);
  }
}
