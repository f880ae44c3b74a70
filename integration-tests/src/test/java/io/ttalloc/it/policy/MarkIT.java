package io.ttalloc.it.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.ledger.read.Mark;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Variant
class MarkIT {

  @TempDir private Path folder;

  @Test
  void aProcessThatKnowsOfNoCyclesIsFoundToGrowByMarksFromOutside() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(Session.RULES).option("fail-on=leak");
    long pid;
    try (RunningJvm running =
        tracked.on(Jdks.ofThisBuild()).main(Cycles.class, folder.toString()).start()) {
      pid = running.pid();
      for (int i = 1; i <= 3; i++) {
        running.awaitLine("^opened " + i + "$");
        assertThat(mark(tracked, pid, "cycle " + i).expectSuccess().out())
            .isEqualTo("tt-alloc: marked 'cycle " + i + "' in process " + pid + "\n");
        Files.createFile(folder.resolve("go" + i));
      }
      assertThat(mark(tracked, pid, " ").expectStatus(1).err())
          .isEqualTo(
              "tt-alloc: NAME is blank, expected a name for the mark; the mark was not set\n");
      running.awaitEnd().expectStatus(23);
    }

    assertThat(tracked.json().marks()).containsExactly("cycle 1", "cycle 2", "cycle 3");
    assertThat(tracked.json().findings())
        .singleElement()
        .matches(finding -> finding.get("growing").getAsBoolean());
    assertThat(mark(tracked, pid, "late").expectStatus(1).err())
        .startsWith(
            "tt-alloc: process "
                + pid
                + " has ended, expected a running process; the mark was not set in ")
        .hasLineCount(1);
    assertThat(tracked.ledgers().read().marks()).hasSize(3).allMatch(Mark::hasResident);
  }

  @OneJdk
  void aMethodThatARuleNamesEndsACycle(Jdk jdk) throws Exception {
    String served = Server.class.getName() + "\n    cycle:\n      - {method: served, name: $0}\n";
    TrackedRun tracked = TrackedRun.in(folder).rules(Session.RULES + "  - class: " + served);

    tracked.on(jdk).main(Server.class).run().expectSuccess();

    assertThat(tracked.json().marks()).containsExactly("one", "two", "three");
    assertThat(tracked.json().findings())
        .singleElement()
        .matches(finding -> finding.get("growing").getAsBoolean());
  }

  @Test
  void aProcessThatIsNotTrackedIsAnErrorOfOneLine() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);
    long pid = ProcessHandle.current().pid();

    assertThat(mark(tracked, pid, "x").expectStatus(1).err())
        .startsWith("tt-alloc: no ledger for process " + pid + " in [")
        .hasLineCount(1);
  }

  private static JvmResult mark(TrackedRun tracked, long pid, String name) throws Exception {
    return Monitor.jvm("mark", Long.toString(pid), name)
        .environment("TT_ALLOC_DIR", tracked.ledgers().path().toString())
        .run();
  }

  /** Leaks a session for each request. */
  static final class Server {
    private static final List<Session> LEAKED = new ArrayList<>();

    private Server() {}

    private static void serve(String request) {
      LEAKED.add(new Session(request.length()));
      served(request);
    }

    private static void served(String request) {
      System.out.println(request);
    }

    public static void main(String[] args) {
      List.of("one", "two", "three").forEach(Server::serve);
    }
  }

  /** Leaks a session in each of three cycles. Each cycle ends when a file appears. */
  static final class Cycles {
    private static final List<Session> LEAKED = new ArrayList<>();

    private Cycles() {}

    public static void main(String[] args) {
      for (int i = 1; i <= 3; i++) {
        LEAKED.add(new Session(7));
        System.out.println("opened " + LEAKED.size());
        Path go = Path.of(args[0], "go" + i);
        Await.until(() -> Files.exists(go));
      }
    }
  }
}
