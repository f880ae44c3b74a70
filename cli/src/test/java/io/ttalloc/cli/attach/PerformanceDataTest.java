package io.ttalloc.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PerformanceDataTest {

  /** Reads the data of this JVM. */
  @Test
  void aJvmReportsItsReleaseAndThatItTakesRequests() throws Exception {
    long pid = ProcessHandle.current().pid();
    PerformanceData data =
        PerformanceData.of(Path.of("/tmp"), pid, Files.getOwner(Path.of("/proc/self/maps")));

    assertThat(data.release()).isEqualTo(Runtime.version().feature());
    assertThat(data.refusesRequests()).isFalse();
  }

  @Test
  void aJvmThatTakesNoRequestsSaysSo() {
    byte[] file = file(ByteOrder.LITTLE_ENDIAN, "0000000000", "1.8");

    assertThat(PerformanceData.in(file).refusesRequests()).isTrue();
    assertThat(PerformanceData.in(file).release()).isEqualTo(8);
    assertThat(PerformanceData.in(file(ByteOrder.BIG_ENDIAN, "1000", "25")).release())
        .isEqualTo(25);
  }

  @Test
  void anotherFileSaysNothing() {
    for (byte[] file : new byte[][] {{}, new byte[31], new byte[4_096]}) {
      assertThat(PerformanceData.in(file).refusesRequests()).isNull();
      assertThat(PerformanceData.in(file).release()).isZero();
    }
  }

  /** The file may be read while it is being written, and may have been written by any program. */
  @Test
  void aDamagedFileIsReadAsFarAsItGoes() {
    byte[] whole = file(ByteOrder.LITTLE_ENDIAN, "1000", "17");
    Random random = new Random(41);
    int read = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] damaged = whole.clone();
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      read += PerformanceData.in(damaged).release() == 17 ? 1 : 0;
    }
    assertThat(read).isBetween(1, 99_999);
  }

  static byte[] file(String capabilities, String version) {
    return file(ByteOrder.LITTLE_ENDIAN, capabilities, version);
  }

  private static byte[] file(ByteOrder order, String capabilities, String version) {
    ByteBuffer file = ByteBuffer.allocate(512);
    file.putInt(0, 0xcafec0c0);
    file.put(4, (byte) (order == ByteOrder.BIG_ENDIAN ? 0 : 1));
    file.order(order);
    file.putInt(24, 32);
    file.putInt(28, 3);
    int next = entry(file, 32, "sun.rt.jvmCapabilities", 'B', capabilities);
    next = entry(file, next, "sun.gc.cause", 'J', "");
    int unused = entry(file, next, "java.property.java.vm.specification.version", 'B', version);
    return file.array();
  }

  private static int entry(ByteBuffer file, int at, String name, char type, String value) {
    byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
    byte[] valueBytes = value.getBytes(StandardCharsets.UTF_8);
    int length = 20 + nameBytes.length + 1 + valueBytes.length + 1;
    file.putInt(at, length);
    file.putInt(at + 4, 20);
    file.putInt(at + 8, type == 'B' ? valueBytes.length + 1 : 0);
    file.put(at + 12, (byte) type);
    file.putInt(at + 16, 20 + nameBytes.length + 1);
    file.put(at + 20, nameBytes);
    file.put(at + 20 + nameBytes.length + 1, valueBytes);
    return at + length;
  }
}
