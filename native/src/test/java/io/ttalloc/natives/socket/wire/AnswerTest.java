package io.ttalloc.natives.socket.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {
  private static final Answer ANSWER =
      new Answer(
          MessageType.RESPONSE,
          5,
          new DeviceUsage(11, 12, 13, 14, 15, 16),
          new DeviceInfo(5, 2, 12, 1L << 40, 1_499_136, 17, 18, 19, 20, 21),
          8);

  @ParameterizedTest
  @CsvSource({"B144,88,104,124", "B128,88,104,124", "B112,72,88,108"})
  void everyFieldIsAtItsDocumentedPlace(Stride stride, int totals, int device, int devices) {
    ByteBuffer bytes = ANSWER.encode(stride).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes.remaining()).isEqualTo(stride.bytes());
    assertThat(bytes.getInt(0)).isEqualTo(4);
    assertThat(bytes.getInt(4)).isEqualTo(5);
    assertThat(new long[] {bytes.getLong(40), bytes.getLong(48), bytes.getLong(56)})
        .containsExactly(11, 12, 13);
    assertThat(bytes.getLong(64)).isEqualTo(14);
    assertThat(bytes.getLong(totals)).isEqualTo(17);
    assertThat(bytes.getLong(totals + 8)).isEqualTo(18);
    assertThat(bytes.getInt(device)).isEqualTo(2);
    assertThat(bytes.getInt(device + 4)).isEqualTo(12);
    assertThat(bytes.getInt(device + 8)).as("too large for its field").isEqualTo(-1);
    assertThat(bytes.getInt(device + 12)).isEqualTo(1_499_136);
    assertThat(bytes.getInt(device + 16)).as("available").isEqualTo(1);
    assertThat(bytes.getInt(devices)).isEqualTo(8);
  }

  @Test
  void theLongestHasCircularBuffersKernelsAndTheRing() {
    ByteBuffer bytes = ANSWER.encode(Stride.B144).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes.getLong(72)).isEqualTo(15);
    assertThat(bytes.getLong(80)).isEqualTo(16);
    assertThat(new int[] {bytes.getInt(128), bytes.getInt(132), bytes.getInt(136)})
        .containsExactly(19, 20, 21);
    assertThat(bytes.getInt(140)).isZero();
  }

  @Test
  void theShortestEndsBehindTraces() {
    ByteBuffer bytes = ANSWER.encode(Stride.B72).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes.remaining()).isEqualTo(72);
    assertThat(bytes.getLong(64)).isEqualTo(14);
  }

  @Test
  void whatIsNotKnownIsZero() {
    Answer unknown = new Answer(MessageType.DEVICE_INFO_RESPONSE, -1, DeviceUsage.NONE, null, 3);
    ByteBuffer bytes = unknown.encode(Stride.B112).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes.getInt(0)).isEqualTo(7);
    assertThat(bytes.getInt(4)).isEqualTo(-1);
    for (int i = 8; i < 108; i++) {
      assertThat(bytes.get(i)).isZero();
    }
    assertThat(bytes.getInt(108)).isEqualTo(3);
  }
}
