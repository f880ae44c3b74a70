package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Tests arrays as resources. An array has no class that could be woven, and no fields. */
@Variant
class ArraysIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.resources.ArraysIT$Pages
          type: page
          open: [{method: take, resource: result}]
          close: [{method: giveBack, resource: $0}]
          use: [{method: write, resource: $0}]
      """;

  @TempDir private Path folder;

  @OneJdk
  void areOpenedUsedAndClosed(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    tracked.on(jdk).main(Pages.class).run().expectSuccess();

    JsonReport json = tracked.json();
    assertThat(json.total("opened")).isEqualTo(4);
    assertThat(json.total("closed")).isEqualTo(2);
    assertThat(json.findings("page"))
        .extracting(leak -> leak.get("class").getAsString(), leak -> leak.get("count").getAsInt())
        .containsExactlyInAnyOrder(tuple("[I", 1), tuple("[Ljava.lang.String;", 1));
    assertThat(json.misuse())
        .extracting(misuse -> misuse.get("kind").getAsString())
        .containsExactlyInAnyOrder("USE_AFTER_CLOSE", "CLOSE_OF_UNKNOWN");
  }

  /** Hands out arrays of several kinds, and takes some of them back. */
  static final class Pages {
    private static final List<Object> KEPT = new ArrayList<>();

    private Pages() {}

    private static Object take(Object page) {
      return page;
    }

    private static void giveBack(Object page) {
      KEPT.remove(page);
    }

    private static void write(Object page) {
      KEPT.remove(page);
    }

    public static void main(String[] args) {
      KEPT.add(take(new int[1]));
      KEPT.add(take(new String[1]));
      Object bytes = take(new byte[1][1]);
      write(bytes);
      giveBack(bytes);
      Object longs = take(new long[1]);
      giveBack(longs);
      write(longs);
      // Never opened.
      giveBack(new char[1]);
    }
  }
}
