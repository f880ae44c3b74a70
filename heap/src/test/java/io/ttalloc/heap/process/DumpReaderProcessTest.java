package io.ttalloc.heap.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.heap.dump.UnreadableDumpException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class DumpReaderProcessTest {
  private static final long MIB = 1L << 20;
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @Test
  void leavesTheSystemAsMuchMemoryAsTheReaderMayTake() {
    assertThat(DumpReaderProcess.heapFor(100 * MIB, 8_192 * MIB)).isEqualTo(512 * MIB);
    assertThat(DumpReaderProcess.heapFor(100 * MIB, 400 * MIB)).isEqualTo(200 * MIB);
    assertThat(DumpReaderProcess.heapFor(100 * MIB, 300 * MIB)).isZero();
    assertThat(DumpReaderProcess.heapFor(1_024 * MIB, 8_192 * MIB)).isEqualTo(2_048 * MIB);
    assertThat(DumpReaderProcess.heapFor(0, 0)).isZero();
  }

  @Test
  void knowsTheMemoryOfThisMachine() {
    assertThat(AvailableMemory.bytes()).isGreaterThan(16 * MIB);
  }

  @Test
  void saysWhatIsWrongWithADump() throws Exception {
    try (DumpFolder folder = DumpFolder.create()) {
      Files.writeString(folder.dump(), "no dump");

      assertThatThrownBy(() -> reader(CLASS_PATH, 60).read(folder))
          .isInstanceOf(UnreadableDumpException.class)
          .hasMessageStartingWith("is not a heap dump");
    }
  }

  @Test
  void saysThatItsReaderCannotStart() throws Exception {
    try (DumpFolder folder = DumpFolder.create()) {
      assertThatThrownBy(() -> reader("nowhere.jar", 60).read(folder))
          .isInstanceOf(UnreadableDumpException.class)
          .hasMessageMatching("cannot be read: its reader ended with status 1: .*main class.*");
    }
  }

  @Test
  void doesNotWaitForEver() throws Exception {
    try (DumpFolder folder = DumpFolder.create()) {
      assertThatThrownBy(() -> reader(CLASS_PATH, 0).read(folder))
          .isInstanceOf(UnreadableDumpException.class)
          .hasMessage("takes longer than 0 s to read");
    }
  }

  @Test
  void onlyALargeDumpIsReadWithTheOptimizingCompiler() {
    assertThat(DumpReaderProcess.compilersFor(128 * MIB - 1)).isEqualTo(1);
    assertThat(DumpReaderProcess.compilersFor(128 * MIB)).isEqualTo(4);
  }

  private static DumpReaderProcess reader(String classPath, int limitSeconds) {
    return new DumpReaderProcess(classPath, 64 * MIB, limitSeconds);
  }
}
