package io.ttalloc.runtime.ttnn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TilesTest {
  @Test
  void ordersATileByFaces() {
    TensorShape shape = TensorShape.of(32, 64);
    short[] plain = counting(shape);
    short[] tiled = Tiles.tilize(plain, 0, shape);
    assertThat(tiled[0]).isEqualTo((short) 0);
    assertThat(tiled[16]).as("second row of the first face").isEqualTo((short) 64);
    assertThat(tiled[256]).as("second face").isEqualTo((short) 16);
    assertThat(tiled[512]).as("third face").isEqualTo((short) (16 * 64));
    assertThat(tiled[1024]).as("second tile").isEqualTo((short) 32);
  }

  @Test
  void padsWithZerosAndComesBackWithoutThem() {
    TensorShape shape = TensorShape.of(3, 40, 50);
    assertThat(shape.tiles()).isEqualTo(3 * 2 * 2);
    short[] plain = counting(shape);
    short[] tiled = Tiles.tilize(plain, 0, shape);
    assertThat(tiled).hasSize(12 * 1024);
    assertThat(tiled[1024 + 256 + 2]).as("column 50 of 50").isZero();
    short[] back = new short[plain.length];
    Tiles.untilize(tiled, shape, back, 0);
    assertThat(back).isEqualTo(plain);
  }

  private static short[] counting(TensorShape shape) {
    short[] values = new short[shape.elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (short) i;
    }
    return values;
  }
}
