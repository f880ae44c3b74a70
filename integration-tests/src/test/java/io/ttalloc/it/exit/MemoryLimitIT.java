package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a program near the memory limit of its container; the kernel kills a process that exceeds
 * the limit. Without the agent the program uses at most 87 MiB, measured with {@code
 * /usr/bin/time}.
 */
@Variant
class MemoryLimitIT {
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");
  private static final int LIMIT_MIB = 110;

  /** The size of the objects that the program keeps reachable. */
  private static final int LIVE_MIB = 38;

  @TempDir private Path folder;
  private Path group;

  /** The memory controller may be missing even if the cgroup file system exists and is writable. */
  @BeforeEach
  void makeTheGroup() throws IOException {
    boolean first = Files.isDirectory(GROUPS.resolve("memory"));
    String name = "tt-alloc-" + ProcessHandle.current().pid();
    group = (first ? GROUPS.resolve("memory") : GROUPS).resolve(name);
    String limit = first ? "memory.limit_in_bytes" : "memory.max";
    try {
      Files.createDirectory(group);
      Files.writeString(group.resolve(limit), String.valueOf((long) LIMIT_MIB << 20));
    } catch (IOException e) {
      removeTheGroup();
      abort("needs a control group with a memory limit (" + e + ")");
    }
  }

  @AfterEach
  void removeTheGroup() throws IOException {
    Files.deleteIfExists(group);
  }

  /** The pages of a heap dump would count towards the limit before they could be read. */
  @OneJdk
  void theHeapIsNotDumpedWhereThereIsNoRoomForTheDump(Jdk jdk) throws Exception {
    String report = limited(jdk, "holders=true").main(Fills.class, "5").run().expectSuccess().err();

    assertThat(report)
        .containsPattern(
            "tt-alloc: holders: [0-9,]+ bytes of memory are available, too few for a dump of [0-9,]+ bytes of heap; findings are judged without examining the heap\n")
        .contains("tt-alloc: 1 LEAK: 5 open (5 files), at ");
  }

  /** The memory used by JIT compilers varies, so one run proves little. */
  @EveryJdk
  @Reliability
  void isNeverKilled(Jdk jdk) throws Exception {
    for (String leaks : new String[] {"0", "5"}) {
      for (int i = 0; i < 20; i++) {
        limited(jdk, "holders=auto").optimizing().main(Fills.class, leaks).run().expectSuccess();
      }
    }
  }

  /** A JVM with the memory limit; after the first run, it finds classes woven by earlier runs. */
  private TestJvm limited(Jdk jdk, String option) throws IOException {
    Path ledgers = folder.resolve("ledgers");
    return TestJvm.on(jdk)
        .agentOptions("dir=" + ledgers + "," + option)
        .jvmFlags("-Xmx64m", "-XX:+UseSerialGC")
        .launchedBy("sh", "-c", "echo $$ > " + group + "/cgroup.procs && exec \"$@\"", "sh");
  }

  /** Fills its heap, and leaves files open. */
  static final class Fills {
    private static final List<Object> KEPT = new ArrayList<>();

    private Fills() {}

    public static void main(String[] args) throws IOException {
      for (int i = 0; i < LIVE_MIB; i++) {
        byte[] bytes = new byte[1 << 20];
        Arrays.fill(bytes, (byte) 1);
        KEPT.add(bytes);
      }
      for (int i = 0; i < 200; i++) {
        open().close();
      }
      for (int i = Integer.parseInt(args[0]); i > 0; i--) {
        KEPT.add(open());
      }
    }

    private static FileInputStream open() throws IOException {
      return new FileInputStream("/dev/null");
    }
  }
}
