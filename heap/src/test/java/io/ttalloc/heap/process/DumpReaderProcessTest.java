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
  void mayTakeWhatTheSmallestObjectsNeedAndHalfOfWhatIsAvailable() {
    assertThat(DumpReaderProcess.heapFor(0, 8_192 * MIB)).isEqualTo(64 * MIB);
    assertThat(DumpReaderProcess.heapFor(64 * MIB, 8_192 * MIB)).isEqualTo(120 * MIB);
    assertThat(DumpReaderProcess.heapFor(64 * MIB, 220 * MIB)).isEqualTo(110 * MIB);
    assertThat(DumpReaderProcess.heapFor(64 * MIB, 183 * MIB)).isZero();
    assertThat(DumpReaderProcess.heapFor(0, 0)).isZero();
  }

  @Test
  void aDumpOfOneGigabyteNeedsLess() {
    assertThat(DumpReaderProcess.sufficientFor(1_024 * MIB)).isEqualTo(960 * MIB);
  }

  @Test
  void saysThatTooLittleMemoryIsAvailable() throws Exception {
    try (DumpFolder folder = DumpFolder.create()) {
      Files.write(folder.dump(), new byte[16]);

      assertThatThrownBy(() -> new DumpReaderProcess(CLASS_PATH, 127 * MIB, 60).read(folder))
          .isInstanceOf(UnreadableDumpException.class)
          .hasMessage("is too large (16 B) to be read with 133,169,152 B of available memory");
    }
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
      Files.createFile(folder.dump());

      assertThatThrownBy(() -> reader("nowhere.jar", 60).read(folder))
          .isInstanceOf(UnreadableDumpException.class)
          .hasMessageMatching(
              "cannot be read: the process that reads it ended with status 1: .*main class.*");
    }
  }

  /** The disk may have been too full for a message. */
  @Test
  void reportsTheFreeDiskSpaceIfItsReaderSaysNothing() throws Exception {
    try (DumpFolder folder = DumpFolder.create()) {
      Files.createFile(folder.messages());

      assertThat(DumpReaderProcess.problem(folder.dump(), folder, 1))
          .matches(
              "cannot be read: the process that reads it ended with status 1 without a message; [0-9,]+ B are free in .*/tt-alloc-heap-.*");
    }
  }

  @Test
  void tellsWhatItsReaderSaysBehindAWarningOfTheJvm() throws Exception {
    try (DumpFolder folder = DumpFolder.create()) {
      Files.writeString(
          folder.messages(), "[0.1s][warning] a JVM\ntt-alloc: " + folder.dump() + " is empty\n");
      assertThat(DumpReaderProcess.problem(folder.dump(), folder, 1)).isEqualTo("is empty");

      Files.writeString(folder.messages(), "Error: no JVM\nat all\n");
      assertThat(DumpReaderProcess.problem(folder.dump(), folder, 1))
          .isEqualTo(
              "cannot be read: the process that reads it ended with status 1: Error: no JVM");
    }
  }

  @Test
  void doesNotWaitForEver() throws Exception {
    try (DumpFolder folder = DumpFolder.create()) {
      Files.createFile(folder.dump());

      assertThatThrownBy(() -> reader(CLASS_PATH, 0).read(folder))
          .isInstanceOf(UnreadableDumpException.class)
          .hasMessage("takes longer than 0 s to read");
    }
  }

  @Test
  void onlyALargeDumpIsReadWithTheOptimizingCompiler() {
    assertThat(DumpReaderProcess.compilersFor(256 * MIB - 1)).isEqualTo(1);
    assertThat(DumpReaderProcess.compilersFor(256 * MIB)).isEqualTo(4);
  }

  private static DumpReaderProcess reader(String classPath, int limitSeconds) {
    return new DumpReaderProcess(classPath, 256 * MIB, limitSeconds);
  }
}
