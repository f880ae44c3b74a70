package io.ttalloc.it.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A call of a method of the JDK is made to fail. */
class InjectIntoJdkIT {
  private static final String ME = "io.ttalloc.it.policy.InjectIntoJdkIT$";

  @TempDir private Path folder;

  /** The JVM reads files as well: to start, on its own threads, and to load classes. */
  @EveryJdk
  void ofMethodsOfTheJdkOnlyCallsOfTheApplicationCount(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(
                """
                  - class: java.io.FileInputStream
                    type: file
                    open: ["<init>(File)"]
                    close: [close]
                    throws:
                      - {method: "read(byte[])", exception: java.io.IOException}
                      - {method: "read(byte[],int,int)", exception: java.io.IOException}
                """)
            .option("inject=2");

    JvmResult result =
        tracked
            .on(jdk)
            .jvmFlags("-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal")
            .main(Reads.class)
            .run()
            .expectSuccess();

    assertThat(result.out()).isEqualTo("read 1\nfailed\nread 3\n");
    assertThat(result.err().lines().filter(line -> line.contains("inject=")))
        .singleElement()
        .asString()
        .startsWith(
            "tt-alloc: inject=2: call 2, of java.io.FileInputStream.read at " + ME + "Reads.main(")
        .endsWith(", is made to fail with java.io.IOException");
  }

  /** Loads a class between two of three files that it reads. */
  static final class Reads {
    private Reads() {}

    public static void main(String[] args) throws IOException {
      Path file = Path.of(System.getProperty("java.home"), "release");
      for (int i = 1; i <= 3; i++) {
        try (FileInputStream in = new FileInputStream(file.toFile())) {
          if (in.read(new byte[10]) > 0) {
            Late.say("read " + i);
          }
        } catch (IOException e) {
          Late.say("failed");
        }
      }
    }
  }

  /** Loaded when something was read. */
  static final class Late {
    private Late() {}

    static void say(String what) {
      System.out.println(what);
    }
  }
}
