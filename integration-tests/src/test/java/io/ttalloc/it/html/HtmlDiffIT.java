package io.ttalloc.it.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import io.ttalloc.it.evidence.DemoRun;
import io.ttalloc.it.evidence.SharedDemoRuns;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page of {@code diff} for two runs of a program; the second run leaks more. */
@Variant
class HtmlDiffIT {
  private static final String RECT =
      "[...document.querySelectorAll('#flame-chart g.frame')]"
          + ".find(g => g.getAttribute('name').startsWith('%s')).querySelector('rect')";

  @TempDir private Path folder;

  @Test
  void theFlameGraphIsRedWhereTheSecondRunHasMoreAndBlueWhereItHasLess() throws Exception {
    Browser browser = Browser.shared(HtmlDiffIT.class);
    Path few = accumulated("1");
    Path many = accumulated("3");
    Path page = folder.resolve("diff.html");
    Monitor.here("diff", few.toString(), many.toString(), "-o", page.toString()).expectSuccess();
    Path back = folder.resolve("back.html");
    Monitor.here("diff", many.toString(), few.toString(), "-o", back.toString()).expectSuccess();
    assertThat(Files.readString(page)).doesNotContain(folder.toString());

    browser.newPage();
    browser.open(page, 1_280, 900, false);
    assertThat(browser.text("#flame-details")).startsWith("In total, ").contains(" in B, +");
    assertThat(browser.text("#findings")).contains("GROWN");
    assertThat(reddish(browser)).isTrue();
    browser.click("[data-metric=count]");
    browser.await("!document.querySelector('#flame-details').textContent.includes(' B in A')");

    browser.open(back, 400, 800, true);
    assertThat(browser.text("#flame-details")).contains(" in B, \u2212");
    assertThat(reddish(browser)).isFalse();
    JsonElement width = browser.evaluate("document.documentElement.scrollWidth");
    assertThat(width).isNotNull();
    assertThat(width.getAsInt()).isLessThanOrEqualTo(400);
    assertThat(browser.complaints()).isEmpty();
  }

  /** Whether the color of the outermost frame, {@code rgb(r, g, b)}, has more red than blue. */
  private static boolean reddish(Browser browser) throws Exception {
    JsonElement red =
        browser.evaluate(
            "(([r, , b]) => r > b)("
                + RECT.formatted("all")
                + ".getAttribute('fill').match(/\\d+/g).map(Number))");
    return red != null && red.getAsBoolean();
  }

  private Path accumulated(String runs) throws Exception {
    DemoRun run = SharedDemoRuns.of(Jdks.ofThisBuild(), "accumulate", "--runs", runs);
    Path report = folder.resolve(runs + ".json");
    String ledger = run.ledgers().ledgers().get(0).toString();
    Monitor.here("dump", ledger, "-o", report.toString()).expectSuccess();
    return report;
  }
}
