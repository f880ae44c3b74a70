package io.ttalloc.ledger.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResidentMemoryTest {
  @TempDir Path dir;

  private long read(String status) throws IOException {
    return ResidentMemory.read(Files.writeString(dir.resolve("status"), status));
  }

  @Test
  void isGivenInBytes() throws IOException {
    assertThat(read("Name:\tjava\nVmHWM:\t  9999 kB\nVmRSS:\t  1234 kB\nThreads:\t7\n"))
        .isEqualTo(1_263_616);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Name:\tjava\n",
        "VmRSS:\t12 MB\n",
        "VmRSS:\tx kB\n",
        "VmRSS: 9223372036854775807 kB"
      })
  void isUnknownIfTheSystemDoesNotSay(String status) throws IOException {
    assertThat(read(status)).isEqualTo(ResidentMemory.UNKNOWN);
  }

  @Test
  void isUnknownIfThereIsNoSuchProcess() {
    assertThat(ResidentMemory.read(dir.resolve("none"))).isEqualTo(ResidentMemory.UNKNOWN);
  }

  /** Every JVM uses at least 8 MiB of memory, and no JVM on a test machine uses 1 TiB. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void ofThisProcessIsThatOfAJvm() {
    assertThat(ResidentMemory.ofProcess(ProcessHandle.current().pid()))
        .isBetween(8L << 20, 1L << 40);
  }
}
