package io.ttalloc.it.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuppressIT {

  @TempDir private Path folder;

  @OneJdk
  void aPoolThatIsLeftOpenIsNoLeakUnderASuppression(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked("- {reason: pooled for life, site: '*Pool.fill', maxCount: 3}");

    JvmResult result = tracked.on(jdk).main(Pool.class, "3").run().expectSuccess();

    assertThat(result.err())
        .startsWith("tt-alloc: NO LEAK. 21 B still open, all LEFT_OPEN, 1 suppressed (")
        .containsOnlyOnce("\n  1 entry suppressed with 3 resources (21 B): pooled for life (");
    assertThat(tracked.json().findings())
        .singleElement()
        .matches(f -> f.get("verdict").getAsString().equals("LEFT_OPEN"))
        .matches(f -> !f.get("leak").getAsBoolean())
        .matches(f -> f.get("suppressedBy").getAsString().startsWith("pooled for life ("));
  }

  @OneJdk
  void aPoolThatOutgrowsItsBudgetIsALeak(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked("- {reason: pooled for life, site: '*Pool.fill', maxCount: 3}");

    JvmResult result = tracked.on(jdk).main(Pool.class, "4").run().expectStatus(23);

    assertThat(result.err())
        .startsWith("tt-alloc: 1 LEAK: 4 open, 28 B (4 sessions), at SuppressIT.Pool.fill (")
        .contains("\n  over its budget with 4 resources (28 B): pooled for life (");
  }

  @Test
  void aBadEntryAndAMissingFileAreOneLineEachAndTheOthersApply() throws Exception {
    TrackedRun tracked =
        tracked("- {reason: r, tpye: x, type: y}\n- {reason: pooled for life, type: session}\n")
            .option("suppress=" + folder.resolve("none.yaml"));

    JvmResult result = tracked.on(Jdks.ofThisBuild()).main(Pool.class, "2").run().expectSuccess();

    Path good = tracked.file("suppress.yaml");
    Path none = folder.resolve("none.yaml");
    assertThat(result.err().lines().limit(3))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith("tt-alloc: " + good + ":1:15: unknown key 'tpye', expected one of ")
                    .endsWith(" (did you mean 'type'?); this entry is ignored"),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "tt-alloc: %s: no such file (%s), expected a readable suppression file; the file is ignored",
                        none, none),
            line -> assertThat(line).startsWith("tt-alloc: NO LEAK. "));
  }

  private TrackedRun tracked(String yaml) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(Session.RULES).option("fail-on=leak");
    Path file = Files.writeString(tracked.file("suppress.yaml"), yaml);
    return tracked.option("suppress=" + file);
  }

  /** Fills a pool and leaves it open. */
  static final class Pool {
    private static final List<Session> SESSIONS = new ArrayList<>();

    private Pool() {}

    public static void main(String[] args) {
      fill(Integer.parseInt(args[0]));
      System.out.println(SESSIONS.size());
    }

    private static void fill(int count) {
      for (int i = 0; i < count; i++) {
        SESSIONS.add(new Session(7));
      }
    }
  }
}
