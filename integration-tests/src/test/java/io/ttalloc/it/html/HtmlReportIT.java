package io.ttalloc.it.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.google.gson.JsonElement;
import io.ttalloc.it.evidence.LedgerFolder;
import io.ttalloc.it.evidence.SharedDemoRuns;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the HTML report of a ledger, and the report that the agent writes at exit. */
@Variant
class HtmlReportIT {
  private static final String HOSTILE = "</script><script>alert(1)</script>";

  /** JavaScript for the first frame of the flame graph whose name has the given prefix. */
  private static final String FRAME =
      "[...document.querySelectorAll('#flame-chart g.frame')]"
          + ".find(g => g.getAttribute('name').startsWith('%s'))";

  @TempDir private static Path folder;
  private static Path mesh = Path.of("");
  private static Browser browser;

  @BeforeAll
  static void makeReport() throws Exception {
    browser = Browser.shared(HtmlReportIT.class);
    mesh = folder.resolve("mesh.html");
    LedgerFolder ledgers = SharedDemoRuns.of(Jdks.ofThisBuild(), "mesh").ledgers();
    Monitor.here("dump", ledgers.ledgers().get(0).toString(), "-o", mesh.toString())
        .expectSuccess();
  }

  @BeforeEach
  void openBlankPage() throws Exception {
    browser.newPage();
  }

  @AfterEach
  void nothingComplainedAndNothingWasLoaded() throws Exception {
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.requests()).singleElement(STRING).startsWith("file:");
  }

  private long number(String expression) throws Exception {
    JsonElement value = browser.evaluate(expression);
    assertThat(value).as(expression).isNotNull();
    return value.getAsLong();
  }

  @Test
  void theFirstScreenLeadsToTheFindingsAndTheFilterKeepsWhatHasTheText() throws Exception {
    browser.open(mesh, 1_280, 800, false);
    theVerdictAndTheBytesOfEachDeviceAreFirst();
    theOverviewNamesTheWorstAndShowsOneOnAClick();
    aFindingOpensToItsStackItsOwnersItsReasonAndItsFix();
    theFilterKeepsWhatHasTheText();
  }

  private void theVerdictAndTheBytesOfEachDeviceAreFirst() throws Exception {
    assertThat(browser.text("h1 .badge")).isEqualTo("NO LEAK");
    assertThat(browser.text("h1 .says")).isEqualTo("307,200 B still open, all CACHED");
    assertThat(browser.text("[data-space=DRAM] h3")).contains("294,912 B on 8 devices");
    assertThat(number("document.querySelectorAll('[data-space=DRAM] .fill').length")).isEqualTo(8);
    assertThat(browser.text("[data-space=L1]")).contains("12,288 B");
  }

  private void theOverviewNamesTheWorstAndShowsOneOnAClick() throws Exception {
    assertThat(browser.text("#overview"))
        .startsWith("CACHEDnot a leak")
        .contains("Ttnn.matmul", "8 buffers and 3 more, 206,848 B", "MeshScenario.java:");
    assertThat(number("document.getElementById('overview').getBoundingClientRect().bottom"))
        .isLessThan(800);

    assertThat(number("document.querySelectorAll('.finding .body').length")).isZero();
    browser.click("#overview li:nth-child(2) button");
    browser.await("document.querySelectorAll('details.finding')[1].open");
    assertThat(number("document.querySelectorAll('details.finding[open]').length")).isEqualTo(1);
  }

  private void aFindingOpensToItsStackItsOwnersItsReasonAndItsFix() throws Exception {
    browser.click("details.finding summary");
    browser.await("document.querySelector('.finding').querySelector('.body') !== null");

    assertThat(browser.text(".finding .what")).startsWith("Ttnn.matmul");
    assertThat(browser.text(".finding .size")).isEqualTo("206,848 B");
    assertThat(browser.text(".finding .row"))
        .isEqualTo(
            "buffer196,608 B8 open  \u00b7  DRAM  \u00b7  device 0-7  \u00b7  owner MeshWorkload#2");
    assertThat(browser.text(".finding .stack .yours")).contains("io.ttalloc.demo.MeshScenario.run");
    assertThat(browser.text(".finding .fix"))
        .contains("ProgramCache")
        .endsWith("before MeshDevice is closed");
    assertThat(browser.text(".finding .why")).contains("does not clear its ProgramCache");
    assertThat(browser.text(".finding .chain")).contains("MeshDevice#", "ProgramCache#1");
  }

  private void theFilterKeepsWhatHasTheText() throws Exception {
    browser.click("#finding-filter");
    browser.type("Ttnn.add");
    browser.await("document.querySelectorAll('details.finding').length === 1");
    assertThat(browser.text("#finding-list")).contains("110,592 B").doesNotContain("206,848 B");
  }

  @Test
  void theFlameGraphZoomsFindsFramesAndMeasuresBytesResourcesAndAllThatWasOpened()
      throws Exception {
    browser.open(mesh, 1_280, 900, false);
    itZoomsIntoAFrameAndBack();
    itMeasuresBytesResourcesAndAllThatWasOpened();
    itFindsFramesAndSumsThem();
    browser.click("#flame-split");
    browser.await(FRAME.formatted("device 7 DRAM") + " !== undefined");
  }

  private void itZoomsIntoAFrameAndBack() throws Exception {
    String frame = FRAME.formatted("Ttnn.add");
    String width = "Number(" + frame + ".querySelector('rect').getAttribute('width'))";
    String share = width + " / document.querySelector('#flame-chart').clientWidth";
    // The frame's width is its share of 317,440 B once an animation has moved it into place.
    String inPlace = "Math.abs(" + share + " - 98304 / 317440) < 0.005";
    browser.await(inPlace);

    browser.clickOn(frame);
    browser.await(share + " > 0.99");

    assertThat(browser.text("#flame-details"))
        .startsWith("io.ttalloc.runtime.ttnn.Ttnn.add:")
        .contains("98,304 B, 31.0 % of 317,440 B");
    browser.click("#flame-reset");
    browser.await(inPlace);
  }

  private void itMeasuresBytesResourcesAndAllThatWasOpened() throws Exception {
    assertThat(browser.text("#flame-details")).startsWith("317,440 B in all");
    browser.click("[data-metric=count]");
    browser.await("document.querySelector('#flame-details').textContent.startsWith('22 open')");
    browser.click("[data-metric=opened]");
    browser.await("document.querySelector('#flame-details').textContent.startsWith('215 opened')");
    browser.click("[data-metric=bytes]");
  }

  private void itFindsFramesAndSumsThem() throws Exception {
    browser.click("#flame-search");
    browser.type("ttnn.matmul");
    browser.await("document.querySelector('#flame-details').textContent.includes('with')");

    assertThat(browser.text("#flame-details")).contains("206,848 B", "65.2 %");
    String found =
        "[...document.querySelectorAll('#flame-chart rect')]"
            + ".filter(r => r.getAttribute('fill') === '#ffd43b').length";
    assertThat(number(found)).isPositive();
  }

  @Test
  void nothingStandsOverTheEdgeOfASmallScreenAndAWideOneHasAMapAndATimeline() throws Exception {
    browser.open(mesh, 400, 800, true);
    nothingStandsOverTheEdgeAndColoursFollowTheScheme();
    theMapShowsWhoOpenedWhatLiesWhere();
    theTimelineAndTheLifetimesAreDrawn();
  }

  private void nothingStandsOverTheEdgeAndColoursFollowTheScheme() throws Exception {
    browser.click("details.finding summary");
    browser.await("document.querySelector('.finding .body') !== null");
    assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(400);
    String background = "getComputedStyle(document.body).backgroundColor";
    JsonElement dark = browser.evaluate(background);
    browser.window(1_280, 800, false);
    browser.await(
        "Number(document.querySelector('#flame-chart svg').getAttribute('width')) > 1000");
    assertThat(browser.evaluate(background)).isNotEqualTo(dark);
  }

  private void theMapShowsWhoOpenedWhatLiesWhere() throws Exception {
    assertThat(number("document.querySelectorAll('[data-bank=DRAM] .bank-row').length"))
        .isEqualTo(8);
    browser.clickOn("document.querySelector('[data-bank=DRAM] rect.used')");
    browser.await("!document.querySelector('#tip').hidden");

    assertThat(browser.text("#tip"))
        .contains("device 0 DRAM, 0x3ffff000 to 0x3ffff800")
        .contains("24,576 B in 1 region", "Ttnn.matmul", "io.ttalloc.demo.MeshScenario.run");
  }

  private void theTimelineAndTheLifetimesAreDrawn() throws Exception {
    assertThat(number("document.querySelectorAll('[data-timeline] canvas').length")).isEqualTo(3);
    assertThat(browser.text("[data-timeline=L1]")).contains("last 22,528 B");
    assertThat(browser.text("#lifetimes")).contains("create_device_tensor", "72");
  }

  @Test
  void namesWithMarkupAreNamesAndAMisuseOpensToBothStacks() throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(
                """
                  - class: io.ttalloc.it.html.HtmlReportIT$Labelled
                    type: labelled
                    open: [<init>]
                    close: [close]
                    label: label()
                    bytes: size()
                  - class: io.ttalloc.it.html.HtmlReportIT$Door
                    type: door
                    open: [<init>]
                    close: [close]
                    idempotent: false
                """);
    Path page = tracked.file("hostile.html");
    tracked
        .option("dump=" + page)
        .option("command=full")
        .on(Jdks.ofThisBuild())
        .main(Labelled.class, HOSTILE)
        .run()
        .expectSuccess();
    browser.open(page, 1_280, 900, false);
    browser.click("details.finding summary");
    browser.await("document.querySelector('.finding .body') !== null");

    assertThat(browser.text(".finding .body")).contains(HOSTILE);
    assertThat(browser.text("header")).contains(HOSTILE);
    assertThat(number("document.scripts.length")).isEqualTo(2);
    assertThat(Files.readString(page)).doesNotContain(HOSTILE);

    assertThat(browser.text("#misuse .what")).isEqualTo("double close  door");
    browser.click("#misuse details summary");
    browser.await("document.querySelector('#misuse .body') !== null");
    assertThat(browser.text("#misuse .body"))
        .contains(
            "Fix",
            "close each HtmlReportIT.Door once",
            "Closed at",
            "Door.leave",
            "Closed again at");
  }

  /** A resource with a given label. The program leaves one open, and closes a door twice. */
  static final class Labelled implements AutoCloseable {
    private static final List<Labelled> KEPT = new ArrayList<>();
    private final String label;

    Labelled(String label) {
      this.label = label;
    }

    public static void main(String[] args) {
      KEPT.add(new Labelled(args[0]));
      Door.closeTwice();
    }

    String label() {
      return label;
    }

    long size() {
      return 4_096;
    }

    @Override
    public void close() {
      KEPT.remove(this);
    }
  }

  /** A resource that is closed at two lines. */
  static final class Door implements AutoCloseable {
    static void closeTwice() {
      Door door = new Door();
      leave(door);
      door.close();
    }

    private static void leave(Door door) {
      door.close();
    }

    @Override
    public void close() {}
  }
}
