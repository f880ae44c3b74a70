package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests resources that are numbers: memory from {@code Unsafe}, and handles from native methods.
 */
@Variant
class KeysIT {
  private static final String UNSAFE =
      """
        - class: sun.misc.Unsafe
          type: native memory
          open: [{method: allocateMemory, key: result}]
          close: [{method: freeMemory, key: $0}]
          bytes: $0
        - class: sun.misc.Unsafe
          type: native memory
          open: [{method: reallocateMemory, key: result}]
          close: [{method: reallocateMemory, key: $0}]
          bytes: $1
      """;

  private static final String NATIVES =
      """
        - class: io.ttalloc.it.resources.KeysIT$Natives
          type: block
          open: [{method: create, key: result}]
          close: [{method: destroy, key: $0}]
          bytes: $0
      """;

  private static final String LIBRARY =
      """
      #include <stdlib.h>
      long long Java_io_ttalloc_it_resources_KeysIT_00024Natives_create(void *, void *, long long n) {
        return n < 0 ? 0 : (long long) malloc(n);
      }
      void Java_io_ttalloc_it_resources_KeysIT_00024Natives_destroy(void *, void *, long long p) {
        free((void *) p);
      }
      """;

  @TempDir private Path folder;

  @EveryJdk
  void memoryOfUnsafeIsOpenUntilItIsFreed(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(UNSAFE).option("holders=true");

    JvmResult result = tracked.on(jdk).main(Allocates.class).run().expectSuccess();

    JsonReport json = tracked.json();
    assertThat(json.findings("native memory"))
        .as(result.err())
        .extracting(finding -> finding.get("bytes").getAsLong())
        .containsExactlyInAnyOrder(10_007L, 40_009L);
    assertThat(json.findings("native memory"))
        .extracting(finding -> finding.get("verdict").getAsString())
        .containsOnly("LEFT_OPEN");
    assertThat(json.total("opened")).isEqualTo(4);
    assertThat(json.total("closed")).isEqualTo(2);
    assertThat(json.misuse()).isEmpty();
    assertThat(JsonReport.frames(json.findings("native memory").get(0), "openedBy").get(0))
        .contains("Unsafe.");
  }

  @OneJdk
  void handlesOfNativeMethodsAreTracked(Jdk jdk) throws Exception {
    Path library = library();
    TrackedRun tracked = TrackedRun.in(folder).rules(NATIVES);

    JvmResult result =
        tracked.on(jdk).main(Creates.class, library.toString()).run().expectSuccess();

    JsonReport json = tracked.json();
    assertThat(json.findings("block")).as(result.err()).hasSize(1);
    JsonObject left = json.findings("block").get(0);
    assertThat(left.get("verdict").getAsString()).isEqualTo("LEFT_OPEN");
    assertThat(left.get("bytes").getAsLong()).isEqualTo(10_007);
    assertThat(left.get("class").getAsString()).endsWith("KeysIT$Natives");
    assertThat(JsonReport.texts(left, "why"))
        .containsExactly(
            "open when the process ended; the handle is a number, so whether it is reachable is"
                + " unknown");
    assertThat(json.total("opened")).isEqualTo(101);
    assertThat(json.total("closed")).isEqualTo(100);
    assertThat(json.misuse()).isEmpty();
  }

  private Path library() throws Exception {
    boolean found =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .anyMatch(bin -> Files.isExecutable(Path.of(bin, "g++")));
    if (!found) {
      System.out.println("KeysIT is skipped: no g++ on the PATH");
    }
    assumeTrue(found, "no g++ on the PATH");
    Path source =
        Files.writeString(folder.resolve("natives.cpp"), "extern \"C\" {\n" + LIBRARY + "}");
    Path library = folder.resolve("libnatives.so");
    int status =
        new ProcessBuilder("g++", "-shared", "-fPIC", "-o", library.toString(), source.toString())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(status).isZero();
    return library;
  }

  /** Allocates, reallocates and frees blocks; two blocks are left. */
  static final class Allocates {
    private Allocates() {}

    public static void main(String[] args) throws ReflectiveOperationException {
      Class<?> type = Class.forName("sun.misc.Unsafe");
      Field field = type.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      Object unsafe = field.get(null);
      Method allocate = type.getMethod("allocateMemory", long.class);
      Method reallocate = type.getMethod("reallocateMemory", long.class, long.class);
      Method free = type.getMethod("freeMemory", long.class);
      Object unused = allocate.invoke(unsafe, 10_007L);
      Object freed = allocate.invoke(unsafe, 20_011L);
      free.invoke(unsafe, freed);
      free.invoke(unsafe, 0L);
      Object grown = allocate.invoke(unsafe, 30_013L);
      unused = reallocate.invoke(unsafe, grown, 40_009L);
    }
  }

  /** Pairs of native methods. */
  static final class Natives {
    private Natives() {}

    static native long create(long bytes);

    static native void destroy(long block);
  }

  /** Creates and destroys blocks, whose addresses are reused; one block is left. */
  static final class Creates {
    private Creates() {}

    public static void main(String[] args) {
      System.load(args[0]);
      for (int i = 0; i < 100; i++) {
        long block = Natives.create(5_003);
        Natives.destroy(block);
      }
      Natives.destroy(Natives.create(-1));
      long left = Natives.create(10_007);
      if (left == 0) {
        throw new IllegalStateException("no memory");
      }
    }
  }
}
