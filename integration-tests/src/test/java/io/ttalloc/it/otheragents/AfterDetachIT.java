package io.ttalloc.it.otheragents;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Agents;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that classes keep the field and method added by weaving after tracking has ended, whatever
 * other agents do with them. A JVM rejects a class file without these members.
 */
@Variant
class AfterDetachIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.otheragents.OtherAgentsIT$Cup
          type: cup
          open: [<init>]
          close: [close]
          bytes: size()
      """;

  @TempDir private Path folder;

  @OneJdk
  void otherAgentsMayTransformAndRedefineAWovenClass(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    TestJvm program =
        tracked
            .on(jdk)
            .jvmFlags(
                "-XX:+EnableDynamicAgentLoading", // otherwise the JVM prints a warning
                "-javaagent:" + RetransformingAgent.jarIn(folder),
                "-javaagent:" + Agents.jarOf(folder, RedefiningAgent.class))
            .main(PoursOn.class, folder.toString(), classFile().toString());
    try (RunningJvm running = program.start()) {
      running.awaitLine("^tracked$");
      detach(running);
      Files.createFile(folder.resolve("detached"));

      JvmResult result = running.awaitEnd().expectSuccess();
      assertThat(result.out())
          .isEqualTo("tracked\nrewritten 2 times\nrewritten 3 times\n2 methods, 40 cups\n");
      assertThat(result.err())
          .startsWith("tt-alloc: detach: tracking has ended; ")
          .as("nothing else")
          .hasLineCount(1);
    }
    LedgerImage image = tracked.ledgers().read();
    assertThat(image.process().ended()).isEqualTo(ProcessEntry.Ended.DETACHED);
    assertThat(image.tallies().values())
        .singleElement()
        .matches(tally -> tally.opened() == 10 && tally.closed() == 5);
    assertThat(image.unknownCloses()).isZero();
  }

  private static void detach(RunningJvm running) throws Exception {
    TestJvm.on(Jdks.ofThisBuild())
        .monitor("detach", Long.toString(running.pid()))
        .run()
        .expectSuccess();
  }

  /** A copy of the class file as compiled. */
  private Path classFile() throws Exception {
    String name = "/" + OtherAgentsIT.Cup.class.getName().replace('.', '/') + ".class";
    try (InputStream in = AfterDetachIT.class.getResourceAsStream(name)) {
      return Files.write(
          folder.resolve("Cup.class"), Objects.requireNonNull(in, name).readAllBytes());
    }
  }

  /** Opens ten cups, closes the first five, and closes the others after tracking has ended. */
  static final class PoursOn {
    private static final List<OtherAgentsIT.Cup> ALL = new ArrayList<>();

    private PoursOn() {}

    public static void main(String[] args) {
      pour();
      ALL.subList(0, 5).forEach(OtherAgentsIT.Cup::close);
      System.out.println("tracked");
      Await.until(() -> Files.exists(Path.of(args[0], "detached")));
      pour();
      RetransformingAgent.retransform(OtherAgentsIT.Cup.class);
      System.out.println("rewritten " + RetransformingAgent.rewritten() + " times");
      pour();
      RedefiningAgent.redefine(OtherAgentsIT.Cup.class, Path.of(args[1]));
      System.out.println("rewritten " + RetransformingAgent.rewritten() + " times");
      pour();
      ALL.forEach(OtherAgentsIT.Cup::close);
      int methods = OtherAgentsIT.Cup.class.getDeclaredMethods().length;
      System.out.println(methods + " methods, " + ALL.size() + " cups");
    }

    private static void pour() {
      for (int i = 0; i < 10; i++) {
        ALL.add(new OtherAgentsIT.Cup());
      }
    }
  }
}
