package io.ttalloc.it.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests baselines and comparisons of real runs. */
@Variant
class BaselineIT {

  @TempDir private Path folder;

  @OneJdk
  void onlyALeakThatIsNewFailsAndEveryOneIfTheBaselineIsNone(Jdk jdk) throws Exception {
    Path bad = Files.writeString(folder.resolve("bad.json"), "{\"schema\": \"other/1\"}");
    TrackedRun first = tracked().option("baseline=" + bad);
    JvmResult ignoring = first.on(jdk).main(Leaks.class, "old").run().expectStatus(23);
    assertThat(ignoring.err().lines().toList().get(0))
        .isEqualTo(
            "tt-alloc: "
                + bad
                + ": the schema 'other/1', expected tt-alloc/1; the file is ignored");
    String baseline = "baseline=" + first.file("report.json");

    TrackedRun again = tracked().option(baseline);
    JvmResult known = again.on(jdk).main(Leaks.class, "old").run().expectSuccess();
    assertThat(known.err())
        .startsWith("tt-alloc: 1 LEAK: 1 open, 7 B (1 session), at BaselineIT.Leaks.old, all KNOWN")
        .contains("\nLEFT_OPEN (KNOWN), a leak: 1 entry, ")
        .contains("\nbaseline: 0 new, 1 known, 0 gone\n");

    TrackedRun other = tracked().option(baseline);
    JvmResult added = other.on(jdk).main(Leaks.class, "other").run().expectStatus(23);
    assertThat(added.err())
        .contains(", at BaselineIT.Leaks.other, 1 NEW (")
        .contains(
            """

            baseline: 1 new, 0 known, 1 gone
              gone: 1 session of BaselineIT.Leaks.old, 7 B
            """);
  }

  @OneJdk
  void aLeakThatWasUndecidedInTheBaselineFails(Jdk jdk) throws Exception {
    TrackedRun first = tracked();
    JvmResult inUse = first.on(jdk).main(Leaks.class, "exits").run().expectSuccess();
    assertThat(inUse.err()).startsWith("tt-alloc: 1 UNDECIDED. 7 B still open, all UNDECIDED (");

    TrackedRun again = tracked().option("baseline=" + first.file("report.json"));
    JvmResult leaked = again.on(jdk).main(Leaks.class, "returns").run().expectStatus(23);
    assertThat(leaked.err())
        .contains(", at BaselineIT.Leaks.exit, 1 NEW (")
        .contains("\nbaseline: 1 new, 0 known, 0 gone\n");
  }

  @Test
  void twoRunsCompareAsLedgersAndAsJson() throws Exception {
    TrackedRun one = tracked();
    one.on(Jdks.ofThisBuild()).main(Leaks.class, "old").run().expectStatus(23);
    TrackedRun two = tracked();
    two.on(Jdks.ofThisBuild()).main(Leaks.class, "old", "old", "other").run().expectStatus(23);
    String ledger = one.ledgers().ledgers().get(0).toString();
    String json = two.file("report.json").toString();

    assertThat(diff(ledger, json))
        .isEqualTo(
            """
            tt-alloc: 1 new, 1 grown (%s -> %s)
              NEW        1 session of BaselineIT.Leaks.other, 7 B, a leak
              GROWN      2 sessions of BaselineIT.Leaks.old, 14 B; +1, +7 B
            """
                .formatted(ledger, json));
    assertThat(diff(ledger, one.file("report.json").toString()))
        .startsWith("tt-alloc: 1 unchanged (");
    assertThat(diff(json, json, "--format", "json"))
        .startsWith("{\n \"schema\": \"tt-alloc-diff/1\",")
        .contains("\n \"unchanged\": 2,\n");
  }

  private static String diff(String... args) throws Exception {
    String[] all = new String[args.length + 1];
    all[0] = "diff";
    System.arraycopy(args, 0, all, 1, args.length);
    return Monitor.here(all).expectSuccess().out();
  }

  private TrackedRun tracked() throws Exception {
    return TrackedRun.in(folder).rules(Session.RULES).option("fail-on=leak");
  }

  /** Leaks at the places named by its arguments. */
  static final class Leaks {
    private static final List<Session> LEAKED = new ArrayList<>();

    private Leaks() {}

    public static void main(String[] args) {
      for (String place : args) {
        switch (place) {
          case "old" -> old();
          case "other" -> other();
          default -> exit(place.equals("exits"));
        }
      }
      System.out.println(LEAKED.size());
    }

    private static void old() {
      LEAKED.add(new Session(7));
    }

    private static void other() {
      LEAKED.add(new Session(7));
    }

    /** Opens a session, and then calls exit or returns. */
    private static void exit(boolean exits) {
      LEAKED.add(new Session(7));
      if (exits) {
        System.exit(0);
      }
    }
  }
}
