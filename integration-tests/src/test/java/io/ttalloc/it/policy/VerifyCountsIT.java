package io.ttalloc.it.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.TestJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the counts that {@code verify} prints below those of the JVM's own report. */
class VerifyCountsIT {
  private static final String RULES =
      Session.RULES
          + """
            - class: io.ttalloc.it.policy.VerifyCountsIT$Program
              disown: [{method: giveAway, resource: $0}]
              infrastructure: [openForTheSystem]
          """;

  @TempDir private Path folder;

  @Test
  void areThoseOfTheReportOfTheOneJvm() throws Exception {
    String counts =
        "4 opened, 1 closed, 1 disowned, Active allocations: 0, and 2 of the system's own resources still open\n";

    JvmResult result = verify().expectSuccess();

    assertThat(result.err()).endsWith("\ntt-alloc: clean. " + counts);
    assertThat(result.out()).isEqualTo("tt-alloc: verify passed. 1 JVM, " + counts);
  }

  private JvmResult verify() throws Exception {
    List<String> arguments = new ArrayList<>(List.of("verify", "--"));
    arguments.add(Jdks.ofThisBuild().home().resolve("bin/java").toString());
    arguments.addAll(List.of(TestJvm.quickFlags()));
    arguments.addAll(List.of("-cp", TestJvm.locationOf(Program.class).toString()));
    arguments.add(Program.class.getName());
    return Monitor.jvm(arguments.toArray(new String[0]))
        .jvmFlags("-Djava.io.tmpdir=" + folder)
        .environment("TT_ALLOC_RULES", TrackedRun.in(folder).rules(RULES).ruleFile().toString())
        .environment("TT_ALLOC_HOLDERS", "false")
        .run();
  }

  /** Closes one session, disowns one, and opens two as infrastructure. */
  static final class Program {
    private static final List<Session> KEPT = new ArrayList<>();

    private Program() {}

    private static void giveAway(Session session) {
      KEPT.add(session);
    }

    private static void openForTheSystem() {
      KEPT.add(new Session(7));
    }

    public static void main(String[] args) {
      new Session(7).close();
      giveAway(new Session(7));
      openForTheSystem();
      openForTheSystem();
    }
  }
}
