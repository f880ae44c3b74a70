package io.ttalloc.it.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.testing.Variant;
import java.io.DataInputStream;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that no hook is the first to use a class. A hook may run out of stack at any point, and a
 * class whose initialization fails stays unusable.
 */
@Variant
class InitializedIT {
  @TempDir private Path folder;

  @EveryJdk
  void everyClassOfTheHooksIsReadyBeforeTheFirstHook(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(
                "  - {class: %s, type: thing, open: [<init>]}\n".formatted(Looks.class.getName()));

    String out =
        tracked
            .on(jdk)
            .jvmFlags("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED")
            .main(Looks.class)
            .run()
            .expectSuccess()
            .out();

    assertThat(out).matches("[1-9][0-9]+ classes\n");
  }

  /**
   * Prints the classes of the agent's boot image that are uninitialized when this program starts.
   */
  static final class Looks {
    private Looks() {}

    public static void main(String[] args) throws Exception {
      Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
      Object instance = unsafe.getMethod("getUnsafe").invoke(null);
      Method asks = unsafe.getMethod("shouldBeInitialized", Class.class);
      try (InputStream raw =
              ClassLoader.getSystemResourceAsStream("META-INF/tt-alloc/boot.classes");
          DataInputStream in = new DataInputStream(raw)) {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
          String name = in.readUTF().replace('/', '.');
          in.skipNBytes(in.readInt());
          if ((boolean) asks.invoke(instance, Class.forName(name, false, null))) {
            System.out.println(name);
          }
        }
        System.out.println(count + " classes");
      }
    }
  }
}
