package io.ttalloc.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class BytesTest {
  @Test
  void whatIsWrittenIsRead() {
    ByteWriter out = new ByteWriter();
    out.writeByte(-3);
    out.writeBoolean(true);
    out.writeInt(Integer.MIN_VALUE + 5);
    out.writeLong(Long.MIN_VALUE + 77);
    out.writeLong(-1);
    out.writeText(null);
    out.writeText("");
    out.writeText("größer");
    out.writeText("\u4e2d\ud83d\ude00");
    out.writeTexts(List.of("a", "b".repeat(5000)));
    out.writeInts(new int[] {1, -1});
    out.writeBytes(new byte[] {9});

    ByteReader in = new ByteReader(out.toByteArray());
    assertThat(in.readByte()).isEqualTo((byte) -3);
    assertThat(in.readBoolean()).isTrue();
    assertThat(in.readInt()).isEqualTo(Integer.MIN_VALUE + 5);
    assertThat(in.readLong()).isEqualTo(Long.MIN_VALUE + 77);
    assertThat(in.readLong()).isEqualTo(-1);
    assertThat(in.readTextOrNull()).isNull();
    assertThat(in.readText()).isEmpty();
    assertThat(in.readText()).isEqualTo("größer");
    assertThat(in.readText()).isEqualTo("\u4e2d\ud83d\ude00");
    assertThat(in.readTexts()).containsExactly("a", "b".repeat(5000));
    assertThat(in.readInts()).containsExactly(1, -1);
    assertThat(in.readBytes()).containsExactly(9);
    assertThat(in.isAtEnd()).isTrue();
    assertThatThrownBy(in::readByte).isInstanceOf(DamagedException.class);
  }

  @Test
  void noNumberOfThingsIsBelievedThatCannotBe() {
    for (int count : new int[] {-1, 5, Integer.MAX_VALUE}) {
      ByteWriter out = new ByteWriter();
      out.writeInt(count);
      out.writeInt(0);
      byte[] bytes = out.toByteArray();
      assertThatThrownBy(() -> new ByteReader(bytes).readBytes())
          .isInstanceOf(DamagedException.class);
      assertThatThrownBy(() -> new ByteReader(bytes).readInts())
          .isInstanceOf(DamagedException.class);
      assertThatThrownBy(() -> new ByteReader(bytes).readTexts())
          .isInstanceOf(DamagedException.class);
    }
  }
}
