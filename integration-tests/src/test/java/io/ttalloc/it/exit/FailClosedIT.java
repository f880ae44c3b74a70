package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.Mark;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;

/** Tests a dump at exit that lacks descriptors, stack, classes or a shutdown-hook slot. */
class FailClosedIT {
  private static final String NO_JUDGEMENT = "tt-alloc: no judgement: ";
  private static final String STATUS_24 = ", exit status 24 (fail-on=leak); the ledger is kept: ";

  @TempDir private Path folder;

  @OneJdk
  void aLeakThatTakesEveryDescriptorIsReportedInFull(Jdk jdk) throws Exception {
    Path html = folder.resolve("report.html");
    TrackedRun tracked = tracked().option("dump=stderr").option(html.toString());

    JvmResult result =
        tracked
            .on(jdk)
            .launchedBy("sh", "-c", "ulimit -n 100; exec \"$@\"", "sh")
            .classPath(TestJvm.locationOf(TtAlloc.class))
            .main(TakesAllDescriptors.class)
            .run()
            .expectStatus(23);

    int leaked = Integer.parseInt(result.out().strip());
    assertThat(result.err())
        .startsWith("tt-alloc: 1 LEAK: %d open (%d handles), at ".formatted(leaked, leaked))
        .contains("\nconfidence HIGH: ")
        .contains("\nmore: " + Repository.launcher() + " dump ")
        .doesNotContain("could not");
    assertThat(tracked.ledgers().read().marks()).extracting(Mark::name).containsExactly("begun");
    assertThat(tracked.json().marks()).containsExactly("begun");
    assertThat(Files.readString(html)).startsWith("<!DOCTYPE html>").contains("</html>");
  }

  /** Without a free descriptor, not even the marks file can be opened, and the report says so. */
  @Variant
  @OneJdk
  void aThreadThatTakesWhatBecomesFreeDoesNotKeepTheReportFromStderr(Jdk jdk) throws Exception {
    JvmResult result =
        tracked()
            .on(jdk)
            .launchedBy("sh", "-c", "ulimit -n 100; exec \"$@\"", "sh")
            .classPath(TestJvm.locationOf(TtAlloc.class))
            .main(TakesAllDescriptors.class, "for ever")
            .run()
            .expectStatus(23);

    assertThat(result.err())
        .contains("tt-alloc: 1 LEAK: ", "\nActive allocations: ")
        .doesNotContain("the dump at exit failed");
  }

  /** System.exit runs the late shutdown hooks on the stack of its caller. */
  @Reliability
  @EveryJdk
  void whoExitsDeepInARecursionGetsTheWholeReport(Jdk jdk) throws Exception {
    for (int left : new int[] {60, 150, 400}) {
      JvmResult result =
          tracked()
              .on(jdk)
              .jvmFlags("-Xint", "-Xss512k")
              .main(ExitsDeep.class, Integer.toString(left))
              .run()
              .expectStatus(23);

      // The JVM itself may print warnings about classes that it loads at this point.
      assertThat(result.err())
          .contains(
              "tt-alloc: 1 LEAK: 1 open (1 handle), at ",
              "\nmore: " + Repository.launcher() + " dump ");
    }
  }

  /** The agent's classes disappear if the agent is rebuilt while a process is running with it. */
  @OneJdk
  void whereTheAgentsClassesAreGoneTheRunFailsInOneLine(Jdk jdk) throws Exception {
    Path jar = Files.copy(Repository.agentJar(), folder.resolve("agent.jar"));

    JvmResult result =
        tracked().on(jdk).agentJar(jar).main(Spoils.class, jar.toString()).run().expectStatus(24);

    assertThat(result.err())
        .startsWith(NO_JUDGEMENT + "the dump at exit failed (java.lang.ClassNotFoundException: ")
        .contains(STATUS_24)
        .doesNotContain("Could not initialize class")
        .hasLineCount(1);
  }

  @Variant
  @OneJdk
  void withoutFailOnThatIsOneLineAndTheProgramsOwnStatus(Jdk jdk) throws Exception {
    Path jar = Files.copy(Repository.agentJar(), folder.resolve("agent.jar"));
    TrackedRun tracked = TrackedRun.in(folder).rules(Handle.RULES);

    JvmResult result =
        tracked.on(jdk).agentJar(jar).main(Spoils.class, jar.toString()).run().expectStatus(0);

    assertThat(result.err())
        .startsWith("tt-alloc: the dump at exit failed (java.lang.ClassNotFoundException: ")
        .contains("); the ledger is kept: " + tracked.ledgers().ledgers().get(0))
        .hasLineCount(1);
  }

  @OneJdk
  void whereTrackingCannotStartTheRunFails(Jdk jdk) throws Exception {
    Path noFolder = Files.createFile(folder.resolve("no-folder"));
    String options = "rules=" + tracked().ruleFile() + ",dir=" + noFolder;
    TestJvm jvm = TestJvm.on(jdk).agentOptions(options + ",fail-on=leak").main(LeavesOne.class);

    JvmResult result = jvm.run().expectStatus(24);

    assertThat(result.out()).isEqualTo("1\n");
    assertThat(result.err())
        .contains(": tracking is off and the application runs without it\n")
        .endsWith(NO_JUDGEMENT + "tracking could not start, exit status 24 (fail-on=leak)\n")
        .hasLineCount(2);
    assertThat(jvm.agentOptions(options).run().expectStatus(0).err()).hasLineCount(1);
  }

  @Variant
  @OneJdk
  void withoutALateSlotTheStatusStaysAndThatIsSaidFromTheStart(Jdk jdk) throws Exception {
    JvmResult result =
        tracked()
            .on(jdk)
            .jvmFlags("--add-exports=java.base/jdk.internal.access=ALL-UNNAMED")
            .main(TakesAllSlots.class)
            .run()
            .expectStatus(0);

    assertThat(result.err())
        .startsWith(
            "tt-alloc: fail-on cannot set the exit status: none of the JVM's late shutdown slots")
        .containsPattern("late shutdown slots \\(\\d+ to \\d+\\) is free; leaks will be reported")
        .contains("\ntt-alloc: 1 LEAK: 1 open (1 handle), at ")
        .endsWith(
            "; exit status 23 (fail-on=leak) cannot be set, since no late shutdown slot was free"
                + " and other shutdown hooks may still run: the process keeps its own exit"
                + " status\n");
  }

  private TrackedRun tracked() throws Exception {
    return TrackedRun.in(folder).rules(Handle.RULES).option("fail-on=leak");
  }

  /** Opens as many files as possible, and prints their number. */
  static final class TakesAllDescriptors {
    private static final List<Handle> OPEN = new ArrayList<>();

    private TakesAllDescriptors() {}

    public static void main(String[] args) throws InterruptedException {
      TtAlloc.mark("begun");
      take();
      System.out.println(OPEN.size());
      if (args.length == 0) {
        return;
      }
      CountDownLatch taken = new CountDownLatch(1);
      Thread taking = new Thread(() -> takeForEver(taken));
      taking.setDaemon(true);
      taking.start();
      taken.await();
    }

    private static void takeForEver(CountDownLatch taken) {
      while (true) {
        take();
        taken.countDown();
      }
    }

    private static void take() {
      Path file = Path.of(System.getProperty("java.home"), "release");
      try {
        while (true) {
          OPEN.add(new Handle(file));
        }
      } catch (IOException tooMany) {
        // No descriptor is left.
      }
    }
  }

  /** Calls exit when the stack has room for only the given number of further calls. */
  static final class ExitsDeep {
    private static final List<Handle> OPEN = new ArrayList<>();
    private static int deepest;

    private ExitsDeep() {}

    public static void main(String[] args) throws InterruptedException {
      OPEN.add(new Handle());
      int left = Integer.parseInt(args[0]);
      Thread measuring = new Thread(ExitsDeep::measure);
      measuring.start();
      measuring.join();
      new Thread(() -> down(deepest - left)).start();
    }

    private static void measure() {
      try {
        down(Integer.MAX_VALUE);
      } catch (StackOverflowError e) {
        System.out.println(deepest);
      }
    }

    @SuppressWarnings("InfiniteRecursion") // Overflowing the stack is its purpose.
    private static void down(int calls) {
      if (calls == 0) {
        System.exit(7);
      }
      int depth = Integer.MAX_VALUE - calls;
      deepest = calls > Integer.MAX_VALUE / 2 ? depth : deepest;
      down(calls - 1);
    }
  }

  /** Leaves one handle open and truncates a file. */
  static final class Spoils {
    private static final List<Handle> OPEN = new ArrayList<>();

    private Spoils() {}

    public static void main(String[] args) throws IOException {
      OPEN.add(new Handle());
      new FileOutputStream(args[0]).close();
    }
  }

  /** Leaves one handle open. */
  static final class LeavesOne {
    private static final List<Handle> OPEN = new ArrayList<>();

    private LeavesOne() {}

    public static void main(String[] args) {
      OPEN.add(new Handle());
      System.out.println(OPEN.size());
    }
  }

  /** Takes all of the JVM's late slots for shutdown hooks; the agent already has the first one. */
  static final class TakesAllSlots {
    private static final List<Handle> OPEN = new ArrayList<>();

    private TakesAllSlots() {}

    public static void main(String[] args) throws ReflectiveOperationException {
      Object access =
          Class.forName("jdk.internal.access.SharedSecrets")
              .getMethod("getJavaLangAccess")
              .invoke(null);
      Method register =
          Class.forName("jdk.internal.access.JavaLangAccess")
              .getMethod("registerShutdownHook", int.class, boolean.class, Runnable.class);
      Runnable nothing = () -> {};
      for (int slot = 4; slot <= 9; slot++) {
        register.invoke(access, slot, false, nothing);
      }
      OPEN.add(new Handle());
    }
  }
}
