package io.ttalloc.it.verdicts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** Tests holders whose rules do not name methods, so only the heap shows what they hold. */
@Variant
class HolderByPathIT {
  private static final String RULES =
      """
        - {class: "@Conn", type: conn, open: [<init>], close: [close], label: name}
        - {class: "@Route", type: route, open: [<init>], close: [close], scope: [connect], frees-owned: true}
        - {class: "@ConnMap", holder: by-path, freed-by: clear()}
        - {class: "@Store", subtypes: true, exclude: ["@Journal"], holder: by-path}
        - {class: "@Pool", type: pool, open: [<init>], close: [close], holder: by-path, label: name}
      """
          .replace("@", "io.ttalloc.it.verdicts.KeptConns$");

  @TempDir private Path folder;

  @EveryJdk
  void whatTheHeapShowsInOneIsCachedAndNothingElse(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("holders=auto");

    JvmResult run = tracked.on(jdk).main(KeptConns.class, "exit").run().expectSuccess();

    JsonReport report = tracked.json();
    assertThat(byLabel(report, "verdict"))
        .containsOnly(
            entry("in a map", "CACHED"),
            entry("in a map and a list", "CACHED"),
            entry("of a route in a map", "CACHED"),
            entry("in a store", "CACHED"),
            entry("in a pool", "CACHED"),
            entry("in a map in a local variable", "CACHED"),
            entry("in a journal", "LEFT_OPEN"),
            entry("in a closed pool", "LEFT_OPEN"),
            entry("behind the listener of a map", "LEFT_OPEN"),
            entry("in a list", "LEFT_OPEN"),
            entry("of a map that is gone", "LEFT_OPEN"));
    assertThat(byLabel(report, "heldBy"))
        .contains(
            entry("in a map", "KeptConns.ConnMap"),
            entry("in a pool", "KeptConns.Pool#1 (open pool)"),
            entry("in a store", "KeptConns.LastUsed"),
            entry("in a list", "null"));
    assertThat(run.err()).contains("  held by  KeptConns.ConnMap\n");
  }

  @OneJdk
  void withoutTheHeapNothingIsSaidToBeCachedAndTheReportSaysWhy(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("holders=false");

    JvmResult run = tracked.on(jdk).main(KeptConns.class, "return").run().expectSuccess();

    assertThat(byLabel(tracked.json(), "verdict"))
        .hasSize(11)
        .containsEntry("in a map in a local variable", "LOST")
        .hasEntrySatisfying("in a map", verdict -> assertThat(verdict).isEqualTo("LEFT_OPEN"))
        .hasEntrySatisfying("in a pool", verdict -> assertThat(verdict).isEqualTo("LEFT_OPEN"));
    assertThat(run.err())
        .contains(
            "only the heap shows whether it is in a holder (KeptConns.ConnMap, KeptConns.LastUsed,"
                + " KeptConns.Pool), but the heap was not examined (set holders=true)");
  }

  @OneJdk
  void aRunningProcessIsAskedAndOfAKilledOneItIsUnknown(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    try (RunningJvm running = tracked.on(jdk).main(KeptConns.class, "wait").start()) {
      running.awaitLine("^opened$");
      assertThat(dump(tracked, Long.toString(running.pid()), "--holders"))
          .contains("CACHED, not a leak", "held by  KeptConns.ConnMap", "OPEN, not judged");
      running.kill();
    }

    String ledger = tracked.ledgers().ledgers().get(0).toString();
    assertThat(Monitor.here("dump", "--all", ledger).expectSuccess().out())
        .contains("but the heap was not examined before tracking ended")
        .doesNotContain("CACHED, not a leak");
  }

  private static String dump(TrackedRun tracked, String... arguments) throws Exception {
    String[] all = new String[arguments.length + 2];
    all[0] = "dump";
    all[1] = "--all";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return Monitor.jvm(all)
        .environment("TT_ALLOC_DIR", tracked.ledgers().path().toString())
        .run()
        .expectSuccess()
        .out();
  }

  /** The value of a key in the report for each resource, by the label of the resource. */
  private static Map<String, String> byLabel(JsonReport report, String key) {
    Map<String, String> found = new TreeMap<>();
    for (JsonObject finding : report.findings()) {
      JsonElement said = finding.get(key);
      for (String label : JsonReport.texts(finding, "labels")) {
        found.put(label, said.isJsonPrimitive() ? said.getAsString() : said.toString());
      }
    }
    return found;
  }
}
