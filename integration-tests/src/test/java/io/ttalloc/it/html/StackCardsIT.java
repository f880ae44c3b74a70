package io.ttalloc.it.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how the page shows misuse: as cards that expand to two stacks. */
class StackCardsIT {
  @TempDir private Path folder;

  @Variant
  @Test
  void aMisuseOpensToBothStacks() throws Exception {
    Optional<Path> chromium = Browser.program();
    if (chromium.isEmpty()) {
      System.out.println("StackCardsIT is skipped: no chromium on the PATH");
    }
    assumeTrue(chromium.isPresent(), "no chromium on the PATH");
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(
                """
                  - class: io.ttalloc.it.html.StackCardsIT$Door
                    type: door
                    open: [<init>]
                    close: [close]
                    idempotent: false
                """);
    Path page = tracked.file("doors.html");
    tracked.option("dump=" + page).on(Jdks.ofThisBuild()).main(Door.class).run().expectSuccess();
    try (Browser browser = Browser.start(chromium.get(), folder)) {
      browser.newPage();
      browser.open(page, 1_280, 900, false);

      assertThat(browser.text("#misuse .what")).isEqualTo("double close  door");
      browser.click("#misuse details summary");
      browser.await("document.querySelector('#misuse .body') !== null");
      assertThat(browser.text("#misuse .body"))
          .contains(
              "Fix",
              "close each StackCardsIT.Door once",
              "Closed at",
              "Door.leave",
              "Closed again at");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /** A resource that its own main method closes twice. */
  static final class Door implements AutoCloseable {
    public static void main(String[] args) {
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
