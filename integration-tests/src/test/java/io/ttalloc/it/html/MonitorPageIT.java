package io.ttalloc.it.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page of the monitor, and uses it as a person would. */
@Variant
class MonitorPageIT {
  @TempDir private Path folder;
  private Browser browser;
  private MonitorPage page;

  @BeforeEach
  void openBlankPage() throws Exception {
    browser = Browser.shared(MonitorPageIT.class);
    page = MonitorPage.blank(browser, folder);
  }

  @AfterEach
  void nothingWasLoadedFromElsewhere() throws Exception {
    if (page != null) {
      page.close();
    }
  }

  @Test
  void fourProcessesOfOneProgramAreTogetherAndOneIsWalkedUntilItIsKilled() throws Exception {
    page.serve();
    RunningJvm one = page.program(101);
    RunningJvm two = page.program(60);
    page.open();
    numbersAreThoseThatTheProcessesCount(one, two);
    page.program(22);
    page.program(20);
    theFourthOfOneProgramIsShownOnRequest();
    assertThat(browser.complaints()).isEmpty();
    aProcessIsWalkedByKeyboardAlone(one);
    twoMomentsAreCompared(one);
    theKilledProcessStaysWithWhatItLeft(one);
    assertThat(browser.complaints()).isEmpty();
  }

  private void numbersAreThoseThatTheProcessesCount(RunningJvm one, RunningJvm two)
      throws Exception {
    page.awaitText(page.row(one, "td.live"), "52");
    page.awaitText(page.row(one, "td.bytes"), "104 KiB");
    page.awaitText(page.row(two, "td.live"), "31");
    page.awaitText(page.row(two, "td.bytes"), "62 KiB");
    page.awaitText("h1", "2 running");
    page.awaitText(device(one) + ".amount", "104 KiB");
    page.awaitText(device(two) + ".amount", "62 KiB");
    page.awaitText(device(two) + ".name", "device 3 DRAM of PID " + two.pid());
    browser.await("document.querySelectorAll('.chart canvas').length === 3");
    browser.await(
        "document.querySelector('.chart').textContent.includes('onerror=alert(1)>\\' "
            + one.pid()
            + "')");
    assertThat(browser.text(page.row(one, ".says"))).contains("106,496 B still open");
    assertThat(page.number("document.querySelectorAll('img').length")).isZero();
  }

  private void theFourthOfOneProgramIsShownOnRequest() throws Exception {
    String visible = "document.querySelectorAll('tr[data-pid]:not([hidden])').length";
    String button = ".processes .more button";
    browser.await("document.querySelector('" + button + "') !== null");
    assertThat(page.number(visible)).isEqualTo(3);
    assertThat(browser.text(button)).startsWith("Show 1 more of ").endsWith("MonitorPage$Program");
    assertThat(browser.text(".processes")).contains(" 101 ", " 60 ", ", since ");

    browser.tabTo(button);
    browser.press("Enter");
    browser.await(visible + " === 4");
    assertThat(browser.text(button)).startsWith("Show fewer of ");
  }

  private static String device(RunningJvm program) {
    return "[data-pid=\"" + program.pid() + "\"][data-device=\"3\"] ";
  }

  private void aProcessIsWalkedByKeyboardAlone(RunningJvm program) throws Exception {
    browser.tabTo(page.row(program, "a"));
    browser.press("Enter");
    browser.await("document.querySelector('[data-report]') !== null");
    page.awaitText("#now .tile:first-child dd", "52");

    browser.tabTo("details.finding summary");
    browser.press("Enter");
    browser.await("document.querySelector('.finding .body') !== null");
    assertThat(browser.text(".finding .stack .yours")).contains("MonitorPage.Program.many");
    assertThat(browser.text(".finding .body")).contains("1 x 2,048 B at ");

    browser.tabTo("#flame-chart g.frame");
    browser.press("ArrowDown");
    browser.press("ArrowDown");
    browser.await(
        "document.querySelector('#flame-details').textContent.startsWith('DRAM: 106,496 B')");
    browser.press("ArrowDown");
    browser.press("Enter");
    browser.await("document.querySelector('#flame-details').textContent.includes('Program.main')");
    assertThat(page.number("document.querySelectorAll('[data-bank=DRAM] .bank-row').length"))
        .isEqualTo(1);

    browser.press("Escape");
    assertThat(browser.text("#process h1 .chip")).isEqualTo("running");
  }

  private void twoMomentsAreCompared(RunningJvm program) throws Exception {
    browser.tabTo("#keep");
    browser.press("Enter");
    browser.await("document.querySelector('#kept').options.length === 1");
    Files.createFile(page.tracked().file("go101"));
    program.awaitLine("^opened 7 more$");

    page.activate("#compare");
    browser.await("document.querySelectorAll('#changes tbody tr').length === 1");

    assertThat(browser.text("#changes > p"))
        .contains("1 new, 0 grown, 0 shrunk, 0 gone, 1 unchanged");
    assertThat(browser.text("#changes [data-change=NEW]"))
        .contains("Program.more", "lane", "+7", "0 \u2192 7", "+14 KiB");
    browser.await("document.querySelector('#report-age').textContent.includes('7 opened')");
    page.activate("#judge");
    page.awaitText("#report .report-head .says", "120,832 B still open, all OPEN");
    assertThat(browser.complaints()).isEmpty();
  }

  private void theKilledProcessStaysWithWhatItLeft(RunningJvm program) throws Exception {
    program.kill();

    page.awaitText("#process h1 .chip", "killed");
    browser.await("document.querySelector('[data-report=killed]') !== null");
    assertThat(browser.text("#process > .note")).startsWith("The process was killed.");
    assertThat(browser.text("#report .report-head .says")).startsWith("120,832 B still open");
    page.activate(".back a");
    page.awaitText("#machine h1", "3 running, 1 killed");
    assertThat(browser.text(page.row(program, "td.live"))).isEqualTo("59");
    browser.evaluate("history.back()");
    browser.await("!document.querySelector('#process').hidden");
    browser.evaluate("history.back()");
    browser.await("!document.querySelector('#machine').hidden");
  }
}
