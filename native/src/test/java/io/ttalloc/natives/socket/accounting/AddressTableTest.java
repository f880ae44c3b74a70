package io.ttalloc.natives.socket.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AddressTableTest {

  @Test
  void doesWhatAMapDoes() {
    Random random = new Random(20_260_101);
    AddressTable table = new AddressTable();
    Map<Long, long[]> model = new HashMap<>();
    for (int step = 0; step < 200_000; step++) {
      // The table grows and shrinks. As with real allocators, the addresses are multiples of large
      // powers of two.
      long address = (long) random.nextInt(step / 50_000 % 2 == 0 ? 4_000 : 40) << 30;
      int place = table.find(address);
      long[] expected = model.get(address);
      assertThat(place >= 0).as("step %d", step).isEqualTo(expected != null);
      if (expected == null) {
        table.add(address, step);
        model.put(address, new long[] {step, 1});
      } else if (random.nextInt(4) == 0) {
        assertThat(table.refer(place, step)).isEqualTo((int) ++expected[1]);
        expected[0] = step;
      } else {
        assertThat(table.bytes(place)).isEqualTo(expected[0]);
        assertThat(table.release(place)).isEqualTo((int) --expected[1]);
        if (expected[1] == 0) {
          model.remove(address);
        }
      }
    }
    assertThat(table.size()).isEqualTo(model.size());
    Map<Long, Long> found = new HashMap<>();
    table.forEach((address, bytes, references) -> found.put(address, bytes + references));
    assertThat(found).hasSameSizeAs(model);
    model.forEach((address, is) -> assertThat(found).containsEntry(address, is[0] + is[1]));
  }

  @Test
  void zeroAndTheLargestAreAddresses() {
    AddressTable table = new AddressTable();
    table.add(0, 1);
    table.add(-1, 2);
    assertThat(table.bytes(table.find(0))).isEqualTo(1);
    assertThat(table.bytes(table.find(-1))).isEqualTo(2);
    assertThat(table.release(table.find(0))).isZero();
    assertThat(table.find(0)).isNegative();
    assertThat(table.find(-1)).isNotNegative();
  }
}
