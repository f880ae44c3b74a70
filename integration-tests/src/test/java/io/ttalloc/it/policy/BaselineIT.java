package io.ttalloc.it.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Tests baselines and comparisons of real runs. */
@Variant
class BaselineIT {

  @TempDir private Path folder;

  @OneJdk
  void onlyALeakThatIsNewFailsAndEveryOneIfTheBaselineIsNone(Jdk jdk) throws Exception {
    TrackedRun first = runWithABadBaseline(jdk);
    TrackedRun again = runWithAKnownLeakAndAnUndecidedSession(jdk, first);
    assertWhatIsNewOrWasUndecidedFails(jdk, again);
    assertRunsCompareAsLedgersAndAsJson(jdk, first);
  }

  private TrackedRun runWithABadBaseline(Jdk jdk) throws Exception {
    Path bad = Files.writeString(folder.resolve("bad.json"), "{\"schema\": \"other/1\"}");
    TrackedRun run = tracked().option("baseline=" + bad);
    JvmResult ignoring = run.on(jdk).main(Leaks.class, "old", "exits").run().expectStatus(23);
    assertThat(ignoring.err().lines().toList().get(0))
        .isEqualTo(
            "tt-alloc: "
                + bad
                + ": the schema 'other/1', expected tt-alloc/1; the file is ignored");
    assertThat(ignoring.err()).contains("\nmore: " + Repository.launcher() + " dump ");
    return run;
  }

  private TrackedRun runWithAKnownLeakAndAnUndecidedSession(Jdk jdk, TrackedRun before)
      throws Exception {
    TrackedRun run = tracked().option("baseline=" + before.jsonFile());
    JvmResult known = run.on(jdk).main(Leaks.class, "old", "exits").run().expectStatus(7);
    assertThat(known.err())
        .startsWith(
            "tt-alloc: 1 LEAK: 1 open, 7 B (1 session), at BaselineIT.Leaks.old, 1 undecided, all KNOWN")
        .contains("\nLEFT_OPEN (KNOWN), a leak: 1 entry, ")
        .contains("\nUNDECIDED (KNOWN), not judged: 1 entry, ")
        .contains("\nbaseline: 0 new, 2 known, 0 gone\n");
    return run;
  }

  private void assertWhatIsNewOrWasUndecidedFails(Jdk jdk, TrackedRun before) throws Exception {
    TrackedRun run = tracked().option("baseline=" + before.jsonFile());
    JvmResult added = run.on(jdk).main(Leaks.class, "other", "returns").run().expectStatus(23);
    assertThat(added.err())
        .startsWith(
            "tt-alloc: 2 LEAKS: 2 open, 14 B (2 sessions), worst BaselineIT.Leaks.other, 2 NEW (")
        .contains("\n  2. BaselineIT.Leaks.exit ")
        .contains(
            """

            baseline: 2 new, 0 known, 1 gone
              gone: 1 session of BaselineIT.Leaks.old, 7 B
            """);
  }

  private void assertRunsCompareAsLedgersAndAsJson(Jdk jdk, TrackedRun one) throws Exception {
    TrackedRun two = tracked();
    two.on(jdk).main(Leaks.class, "old", "old", "other", "exits").run().expectStatus(23);
    String ledger = one.ledgers().ledgers().get(0).toString();
    String json = two.jsonFile().toString();

    assertThat(diff(ledger, json))
        .isEqualTo(
            """
            tt-alloc: 1 new, 1 grown, 1 unchanged (%s -> %s)
              NEW        1 session of BaselineIT.Leaks.other, 7 B, a leak
              GROWN      2 sessions of BaselineIT.Leaks.old, 14 B; +1, +7 B
              UNCHANGED  1 session of BaselineIT.Leaks.exit, 7 B
            """
                .formatted(ledger, json));
    assertThat(diff(ledger, one.jsonFile().toString())).startsWith("tt-alloc: 2 unchanged (");
    assertThat(diff(json, json, "--format", "json"))
        .startsWith("{\n \"schema\": \"tt-alloc-diff/1\",")
        .contains("\n \"unchanged\": 3,\n");
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
        System.exit(7);
      }
    }
  }
}
