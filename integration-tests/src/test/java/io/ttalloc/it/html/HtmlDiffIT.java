package io.ttalloc.it.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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
    Optional<Path> program = Browser.program();
    assumeTrue(program.isPresent(), "no chromium on the PATH");
    Path few = run("few", "accumulate", "--runs", "1");
    Path many = run("many", "accumulate", "--runs", "3");
    Path page = folder.resolve("diff.html");
    Monitor.here("diff", few.toString(), many.toString(), "-o", page.toString()).expectSuccess();
    Path back = folder.resolve("back.html");
    Monitor.here("diff", many.toString(), few.toString(), "-o", back.toString()).expectSuccess();
    assertThat(Files.readString(page)).doesNotContain(folder.toString());

    try (Browser browser = Browser.start(program.get(), folder)) {
      browser.newPage();
      browser.open(page, 1_280, 900, false);
      assertThat(browser.text("#flame-details")).startsWith("In all ").contains(" in B, +");
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

  private Path run(String name, String... demo) throws Exception {
    TrackedRun tracked = TrackedRun.in(Files.createDirectory(folder.resolve(name)));
    Path report = tracked.file(name + ".json");
    tracked.option("dump=" + report).on(Jdks.ofThisBuild()).demo(demo).run().expectSuccess();
    return report;
  }
}
