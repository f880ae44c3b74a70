package io.ttalloc.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** Tests the commands {@code ps} and {@code prune}, and that all commands count the same leaks. */
class PsIT {

  @TempDir private Path folder;

  @OneJdk
  void listsARunningAKilledAndAnEndedProcessAndPrunesTheLastTwo(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(Session.RULES);
    tracked.on(jdk).main(Program.class, "leak").run().expectSuccess();
    try (RunningJvm killed = tracked.on(jdk).main(Program.class, "leak", "wait").start();
        RunningJvm running = tracked.on(jdk).main(Program.class, "leak", "wait").start()) {
      killed.awaitLine("^waiting$");
      killed.kill();
      running.awaitLine("^waiting$");

      String table = command(tracked, ps(tracked)).expectSuccess().out();
      assertThat(table.lines()).hasSize(4).allMatch(line -> line.length() <= 80);
      assertThat(table)
          .containsPattern("PID +STATE +AGE +COMMAND +LIVE +BYTES +LEAKS\n")
          .containsPattern(running.pid() + "  running .* io\\.tt.* +4 +28 B +-\n")
          .containsPattern(killed.pid() + "  killed .* io\\.tt.* +4 +28 B +-\n")
          .containsPattern("LEAKS\n *[0-9]+  ended .* io\\.tt.* +4 +28 B +2\n");

      JsonObject object =
          json(
              Monitor.here(ps(tracked, "--json", "--dir=" + tracked.ledgers().path()))
                  .expectSuccess());
      assertThat(object.get("schema").getAsString()).isEqualTo("tt-alloc-ps/1");
      List<JsonObject> ledgers = ledgers(object);
      assertThat(ledgers)
          .extracting(ledger -> ledger.get("state").getAsString())
          .containsExactly("ended", "running", "killed");
      assertThat(ledgers)
          .allMatch(ledger -> Files.exists(Path.of(ledger.get("ledger").getAsString())))
          .allMatch(ledger -> ledger.get("live").getAsInt() == 4)
          .extracting(ledger -> ledger.get("leaks").isJsonNull())
          .containsExactly(false, true, true);

      JvmResult pruned = command(tracked, "prune", "--keep=0").expectSuccess();
      assertThat(pruned.out())
          .containsPattern(
              "(?s)^deleted .*\ndeleted .*\ntt-alloc: deleted 2 ledgers"
                  + " and [0-9]+ files? with woven classes, [0-9,]+ B\n$");
      assertThat(tracked.ledgers().ledgers())
          .singleElement()
          .matches(left -> left.getFileName().toString().startsWith(running.pid() + "-"));
      // The process can still use its files, because the prune command has not deleted them.
      running.terminate();
      assertThat(running.awaitEnd().err()).contains("tt-alloc: 2 LEAKS: 4 open, 28 B ");
    }
  }

  /** Two lines leak, and each has two callers, so the report has two entries with four findings. */
  @Variant
  @OneJdk
  void everyCommandCountsTheSameLeaksOfOneRun(Jdk jdk) throws Exception {
    Path rules = TrackedRun.in(folder).rules(Session.RULES).ruleFile();
    List<String> arguments = new ArrayList<>(List.of("verify", "--"));
    arguments.add(jdk.home().resolve("bin/java").toString());
    arguments.addAll(List.of(TestJvm.quickFlags()));
    arguments.addAll(List.of("-cp", TestJvm.locationOf(Program.class).toString()));
    arguments.addAll(List.of(Program.class.getName(), "leak"));
    JvmResult verified =
        Monitor.jvm(arguments.toArray(String[]::new))
            .jvmFlags("-Djava.io.tmpdir=" + folder)
            .environment("TT_ALLOC_RULES", rules.toString())
            .environment("TT_ALLOC_HOLDERS", "false")
            .run()
            .expectStatus(23);

    assertThat(verified.err()).contains("tt-alloc: 2 LEAKS: 4 open, 28 B ");
    assertThat(verified.out())
        .startsWith("tt-alloc: verify failed: 2 leaks in 1 of 1 JVM, 4 opened, 0 closed, ");
    Matcher named = Pattern.compile("2 leaks; \\S*tt-alloc dump (\\S+)").matcher(verified.out());
    assertThat(named.find()).isTrue();
    Path ledger = Path.of(named.group(1));

    JsonObject report =
        json(
            Monitor.here("dump", ledger.toString(), "--format=json", "--fail-on=leak")
                .expectStatus(23));
    JsonObject listed =
        json(Monitor.here("ps", "--json", "--dir", ledger.getParent().toString()).expectSuccess());
    JsonObject summary = report.getAsJsonObject("summary");
    assertThat(summary.get("leaks").getAsInt()).isEqualTo(2);
    assertThat(summary.get("headline").getAsString()).startsWith("2 LEAKS: ");
    assertThat(report.getAsJsonArray("findings")).hasSize(4);
    assertThat(ledgers(listed))
        .singleElement()
        .matches(one -> one.get("leaks").getAsInt() == 2)
        .matches(one -> one.get("live").equals(report.getAsJsonObject("totals").get("handles")));
  }

  private static String[] ps(TrackedRun tracked, String... options) {
    // Excludes other processes on the machine.
    String regions = "--regions-folder=" + tracked.ledgers().path();
    List<String> all = new ArrayList<>(List.of("ps", "--monitor=none", regions));
    all.addAll(List.of(options));
    return all.toArray(String[]::new);
  }

  private static JvmResult command(TrackedRun tracked, String... arguments) throws Exception {
    return Monitor.jvm(arguments)
        .environment("TT_ALLOC_DIR", tracked.ledgers().path().toString())
        .run();
  }

  private static JsonObject json(JvmResult result) {
    return result.json();
  }

  private static List<JsonObject> ledgers(JsonObject listed) {
    return listed.getAsJsonArray("ledgers").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .toList();
  }

  /** Leaks four sessions at two lines, and on request waits until it is killed. */
  static final class Program {
    private static final List<Session> LEAKED = new ArrayList<>();

    private Program() {}

    private static void first() {
      LEAKED.add(new Session(7));
    }

    private static void second() {
      LEAKED.add(new Session(7));
    }

    private static void again() {
      first();
      second();
    }

    public static void main(String[] args) {
      first();
      second();
      again();
      if (List.of(args).contains("wait")) {
        System.out.println("waiting");
        while (true) {
          LockSupport.park();
        }
      }
    }
  }
}
