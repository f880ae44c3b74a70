package io.ttalloc.it.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

  @TempDir private Path folder;
  private Browser browser;
  private MonitorPage page;

  @BeforeEach
  void openBlankPage() throws Exception {
    browser = Browser.shared(MonitorPageStatesIT.class);
    page = MonitorPage.blank(browser, folder);
  }

  @AfterEach
  void nothingWasLoadedFromElsewhere() throws Exception {
    if (page != null) {
      page.close();
    }
  }

  @Test
  void aMachineWithoutLedgersSaysHowToStartAndALaterPageShowsWhatAKilledProcessLeft()
      throws Exception {
    page.serve();
    page.open();

    assertThat(browser.text("#machine h1")).isEqualTo("No process has a ledger");
    assertThat(browser.text("#empty"))
        .contains("TT_ALLOC_TRACKING_ENABLED=1 java -javaagent:")
        .contains(page.tracked().ledgers().path().toString());
    browser.window(400, 800, false);
    assertThat(page.number("document.documentElement.scrollWidth"))
        .as("width of the page on a phone, with the path of the ledgers")
        .isLessThanOrEqualTo(400);
    browser.window(1_280, 900, false);
    assertThat(page.number("document.querySelector('#all').clientHeight")).isZero();
    RunningJvm program = page.program(101);
    page.awaitText("#machine h1", "1 running");
    assertThat(browser.complaints()).isEmpty();

    browser.leave();
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
  void withATokenThePageOfAPhoneAsksForItAndNobodyElseIsAnswered() throws Exception {
    Path token =
        Files.createFile(
            folder.resolve("token.txt"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(token, TOKEN);
    page.serve("--token-file=" + token);
    RunningJvm program = page.program(101);
    browser.window(400, 800, true);
    browser.navigate(page.address());
    browser.await("document.activeElement.id === 'token'");
    JsonElement refused = browser.evaluate("fetch('api/state').then((answer) => answer.status)");
    assertThat(refused).hasToString("401");
    assertThat(browser.complaints()).hasSize(1).allMatch(line -> line.contains("401"));

    browser.type(TOKEN);
    browser.press("Enter");
    page.awaitText(page.row(program, "td.live"), "52");
    nothingStandsOverTheEdgeOfAPhone(program);
    assertThat(browser.requests()).noneMatch(request -> request.contains(TOKEN));
    assertThat(browser.complaints()).hasSize(1);
    aLostConnectionIsShown(program);
  }

  private void nothingStandsOverTheEdgeOfAPhone(RunningJvm program) throws Exception {
    browser.await("document.querySelectorAll('.chart canvas').length === 3");
    assertThat(page.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(400);
    assertThat(page.number("document.querySelector('#processes .card').scrollWidth"))
        .isLessThanOrEqualTo(page.number("document.querySelector('#processes .card').clientWidth"));

    page.activate(page.row(program, "a"));
    browser.await("document.querySelector('[data-report]') !== null");
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
  }

  private void aLostConnectionIsShown(RunningJvm program) throws Exception {
    page.activate(".back a");
    page.server().terminate();
    browser.await("document.querySelector('#status').textContent.includes('lost')");
    assertThat(browser.text(page.row(program, "td.live"))).isEqualTo("52");
    assertThat(browser.complaints().subList(1, browser.complaints().size()))
        .allMatch(line -> line.contains("net::ERR_"));
  }
}
