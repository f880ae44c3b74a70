package io.ttalloc.it.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the value of a JVM option is not mistaken for the program, wherever the option is
 * written.
 */
@Variant
class ArgumentFilesIT {
  private static final String OPENS = "java.base/java.lang=ALL-UNNAMED";
  private static final String MAIN = Keeps.class.getName();

  @TempDir private Path folder;

  @OneJdk
  void theProgramIsNotTheValueOfAnOption(Jdk jdk) throws Exception {
    Path ends = Files.writeString(folder.resolve("ends"), "-Da=b --add-opens");
    Path classPath = TestJvm.locationOf(Keeps.class);
    Path whole =
        Files.writeString(
            folder.resolve("whole"),
            "--add-opens %s -cp \"%s\" %s x".formatted(OPENS, classPath, MAIN));

    assertThat(named(jdk, "main", "@" + ends, OPENS)).isEqualTo(MAIN);
    assertThat(named(jdk, "full", "@" + ends, OPENS)).isEqualTo(MAIN + " x");
    assertThat(named(jdk, "full", "@" + whole)).isEqualTo(MAIN + " x");
  }

  /**
   * Returns the name of the program in the report of a JVM that is started with the given flags.
   */
  private String named(Jdk jdk, String command, String... flags) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules("  - {class: %s, type: kept, open: [<init>]}\n".formatted(MAIN))
            .option("command=" + command);
    String err =
        tracked
            .on(jdk)
            .jvmFlagsBehindAgent(flags)
            .main(Keeps.class, "x")
            .run()
            .expectSuccess()
            .err();
    return err.replaceAll("(?s).*?\\(pid \\d+, ([^,]*),.*", "$1");
  }

  /** Opens an instance of itself and keeps it open. */
  static final class Keeps {
    static Keeps kept = new Keeps();

    private Keeps() {}

    public static void main(String[] args) {
      System.out.println(kept.hashCode());
    }
  }
}
