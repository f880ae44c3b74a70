package io.ttalloc.it.jvm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestJvmIT {

  @EveryJdk
  void startsTheJdkThatItWasGiven(Jdk jdk) throws InterruptedException {
    JvmResult result = program(jdk, Tells.class, "java.version").run().expectSuccess();

    assertThat(result.out().strip()).isEqualTo(jdk.version());
  }

  @OneJdk
  void keepsTheStreamsApartAndGivesTheExitStatus(Jdk jdk) throws InterruptedException {
    JvmResult result = program(jdk, EndsWith.class, "7").run();

    assertThat(result).isEqualTo(new JvmResult(7, "to standard output é\n", "to standard error"));
  }

  @Test
  void passesFlagsEnvironmentAndFolder(@TempDir Path folder) throws InterruptedException {
    JvmResult result =
        program(Jdks.ofThisBuild(), Tells.class, "user.dir", "given.by.flag", "$FOO", "$PATH")
            .jvmFlags("-Dgiven.by.flag=a b")
            .environment("FOO", "bar")
            .withoutEnvironment("PATH")
            .directory(folder)
            .run();

    assertThat(result.expectSuccess().out().lines())
        .containsExactly(folder.toString(), "a b", "bar", "null");
  }

  @Test
  void nothingOfTheToolReachesAProgramWithoutTheAgent() throws InterruptedException {
    JvmResult result = program(Jdks.ofThisBuild(), TellsSwitches.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("[]\n");
  }

  @Test
  void killsAtTheTimeLimitAndShowsTheOutput() throws InterruptedException {
    try (RunningJvm waiting = program(Jdks.ofThisBuild(), WaitsForEver.class).start()) {
      waiting.awaitLine("^waiting as");
      assertThatThrownBy(() -> waiting.awaitEnd(Duration.ofMillis(100)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("did not end within PT0.1S; it was killed: exit status 137")
          .hasMessageContaining("waiting as " + waiting.pid());
      assertThat(waiting.isAlive()).isFalse();
    }
  }

  @OneJdk
  void awaitsALineOfARunningJvmAndKillsIt(Jdk jdk) throws InterruptedException {
    try (RunningJvm waiting = program(jdk, WaitsForEver.class).start()) {
      assertThat(waiting.awaitLine("^waiting as")).isEqualTo("waiting as " + waiting.pid());
      assertThat(waiting.isAlive()).isTrue();

      JvmResult result = waiting.kill();

      assertThat(result.exitStatus()).isEqualTo(128 + 9);
      assertThat(result.err()).doesNotContain("shutdown hook ran");
    }
  }

  @OneJdk
  void shutdownHooksRunWhenItIsAskedToEnd(Jdk jdk) throws InterruptedException {
    try (RunningJvm waiting = program(jdk, WaitsForEver.class).start()) {
      waiting.awaitLine("waiting");

      JvmResult result = waiting.terminate();

      assertThat(result.exitStatus()).isEqualTo(128 + 15);
      assertThat(result.err()).isEqualTo("shutdown hook ran\n");
    }
  }

  @Test
  void aLineThatNeverComesIsAnErrorWithAllOutput() throws InterruptedException {
    try (RunningJvm ended = program(Jdks.ofThisBuild(), EndsWith.class, "3").start()) {
      ended.awaitEnd();
      assertThatThrownBy(() -> ended.awaitLine("no such"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("wrote no line with 'no such' to standard output; it had ended")
          .hasMessageContaining("exit status 3")
          .hasMessageContaining("to standard error");
    }
  }

  @Test
  void anUnexpectedStatusShowsTheOutput() {
    JvmResult result = new JvmResult(3, "some\n", "thing\n");

    assertThat(result.expectStatus(3)).isSameAs(result);
    assertThatThrownBy(result::expectSuccess)
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("expected exit status 0, but exit status 3", "some", "thing");
  }

  private static TestJvm program(Jdk jdk, Class<?> program, String... args) {
    return TestJvm.on(jdk).withoutAgent().main(program, args);
  }

  /**
   * For each argument, prints a system property or, after a dollar sign, an environment variable.
   */
  static final class Tells {
    private Tells() {}

    public static void main(String[] args) {
      for (String name : args) {
        String value =
            name.startsWith("$") ? System.getenv(name.substring(1)) : System.getProperty(name);
        System.out.println(value);
      }
    }
  }

  /** Prints the environment variables that configure the tool. */
  static final class TellsSwitches {
    private TellsSwitches() {}

    public static void main(String[] args) {
      Map<String, String> environment = System.getenv();
      List<String> names =
          environment.keySet().stream().filter(name -> name.startsWith("TT_ALLOC_")).toList();
      System.out.println(names);
    }
  }

  /** Writes to both streams and exits with the status given as its argument. */
  static final class EndsWith {
    private EndsWith() {}

    public static void main(String[] args) throws IOException {
      System.out.write("to standard output é\n".getBytes(UTF_8));
      System.out.flush();
      System.err.print("to standard error");
      System.exit(Integer.parseInt(args[0]));
    }
  }

  /** Prints its process id and never ends by itself. */
  static final class WaitsForEver {
    private WaitsForEver() {}

    public static void main(String[] args) throws InterruptedException {
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> System.err.println("shutdown hook ran")));
      System.out.println("waiting as " + ProcessHandle.current().pid());
      new CountDownLatch(1).await();
    }
  }
}
