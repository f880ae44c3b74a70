package io.ttalloc.it.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import io.ttalloc.it.evidence.SharedDemoRuns;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page of a run with growing leaks: each number must say what it counts. */
@Variant
class HtmlLeaksIT {
  @TempDir private static Path folder;
  private static Path page = Path.of("");
  private static Browser browser;

  @BeforeAll
  static void makeReport() throws Exception {
    browser = Browser.shared(HtmlLeaksIT.class);
    Path ledger =
        SharedDemoRuns.of(Jdks.ofThisBuild(), "accumulate", "--runs", "3")
            .ledgers()
            .ledgers()
            .get(0);
    page = folder.resolve("accumulate.html");
    Monitor.here("dump", ledger.toString(), "-o", page.toString()).expectSuccess();
  }

  @BeforeEach
  void openBlankPage() throws Exception {
    browser.newPage();
  }

  @AfterEach
  void nothingComplained() throws Exception {
    assertThat(browser.complaints()).isEmpty();
  }

  private String textOf(String expression) throws Exception {
    JsonElement value = browser.evaluate(expression);
    assertThat(value).as(expression).isNotNull();
    return value.getAsString();
  }

  private String tile(String name) throws Exception {
    return textOf(
        "[...document.querySelectorAll('.tile')].find(t => t.querySelector('dt').textContent === '%s').querySelector('dd').textContent"
            .formatted(name));
  }

  @Test
  void everyNumberSaysWhatItCountsAndASharedRegionNamesAllThatOpenedIt() throws Exception {
    openAndSeeTheFlameGraphStand(1_280);

    assertThat(browser.text("h1 .badge")).isEqualTo("2 LEAKS");
    assertThat(browser.text("h1 .says")).startsWith("66 open, 952,320 B by handle (");
    assertThat(tile("Entries")).isEqualTo("22 leaks; CACHED");
    assertThat(tile("Still open")).isEqualTo("900 KiB921,600 B by region, 952,320 B by handle");
    assertThat(tile("Open resources")).isEqualTo("6666 handles of 57 regions");

    assertThat(browser.text("[data-bank=L1] .keys")).contains("Ttnn.add", "Ttnn.matmul");
    browser.clickOn("document.querySelector('[data-bank=L1] rect.used')");
    browser.await("!document.querySelector('#tip').hidden");
    assertThat(browser.text("#tip"))
        .contains(
            "shared by 2 stacks", "Ttnn.add (circular buffer", "Ttnn.matmul (circular buffer");
  }

  @Test
  void aFindingSaysHowManyClosesWereCapturedAndNothingStandsBetweenItsParts() throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(
                """
                  - class: io.ttalloc.it.html.HtmlLeaksIT$Ticket
                    type: ticket
                    open: [<init>]
                    close: [close]
                """);
    Path tickets = tracked.file("tickets.html");
    tracked
        .option("dump=" + tickets)
        .on(Jdks.ofThisBuild())
        .main(Ticket.class)
        .run()
        .expectSuccess();
    browser.open(tickets, 1_280, 900, false);

    // The leak comes first and is expanded. For resources without bytes, the graph shows counts.
    assertThat(textOf("document.querySelector('main section').id")).isEqualTo("findings");
    assertThat(textOf("String(document.querySelectorAll('.finding[open] .body').length)"))
        .isEqualTo("1");
    assertThat(browser.text("#flame-details")).contains(" open in all");
    assertThat(
            textOf(
                "[...document.querySelectorAll('#flame-chart g.frame')].map(g => g.getAttribute('name')).join()"))
        .as("no frame for a space between the verdict and the first call")
        .matches("all,LEFT_OPEN,[^,]*Ticket\\.main.*");
    assertThat(browser.text(".finding .body > div:last-child"))
        .contains("Others opened from this stack were closed here (captured for 8 of 57 closes)");
    String loose =
        "[...document.querySelectorAll('.finding .body > div')]"
            + ".flatMap(n => [...n.childNodes]).filter(n => n.nodeType === Node.TEXT_NODE)"
            + ".map(n => n.textContent).join('|')";
    assertThat(textOf(loose)).isEmpty();
  }

  @Test
  void theFlameGraphOfASmallScreenStandsWhenTheScriptHasEnded() throws Exception {
    openAndSeeTheFlameGraphStand(400);
  }

  private void openAndSeeTheFlameGraphStand(int width) throws Exception {
    String frames = "[...document.querySelectorAll('#flame-chart g.frame')]";
    browser.keepWhenReady(
        "[document.querySelector('#flame-chart').clientWidth, "
            + frames
            + ".find(g => g.getAttribute('name') ==="
            + " 'all').querySelector('rect').getAttribute('width'), "
            + frames
            + ".filter(g => !g.querySelector('.d3-flame-graph-label').textContent).length,"
            + frames
            + ".map(g => g.querySelector('rect').getAttribute('width')).join()].join(' ')");
    browser.open(page, width, 800, false);

    String[] atReady = textOf("window.atReady").split(" ", -1);
    assertThat(Double.parseDouble(atReady[1])).isEqualTo(Double.parseDouble(atReady[0]));
    assertThat(atReady[2]).isEqualTo("0");
    browser.evaluate("new Promise(done => d3.timeout(() => requestAnimationFrame(done), 400))");
    assertThat(textOf(frames + ".map(g => g.querySelector('rect').getAttribute('width')).join()"))
        .isEqualTo(atReady[3]);
  }

  /** A resource. The program opens 58 tickets at one place, closes 57 and keeps the last. */
  static final class Ticket implements AutoCloseable {
    private static final List<Ticket> KEPT = new ArrayList<>();

    public static void main(String[] args) {
      for (int i = 0; i < 58; i++) {
        Ticket ticket = new Ticket();
        if (i < 57) {
          ticket.close();
        } else {
          KEPT.add(ticket);
        }
      }
      System.out.println(KEPT.size());
    }

    @Override
    public void close() {
      KEPT.remove(this);
    }
  }
}
