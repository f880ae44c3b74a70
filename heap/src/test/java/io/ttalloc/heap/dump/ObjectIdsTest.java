package io.ttalloc.heap.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ObjectIdsTest {
  private static final long GIB = 1L << 30;

  @Test
  void numbersEveryIdOnceInWhateverOrderTheyCome() throws UnreadableDumpException {
    List<Long> wanted = new ArrayList<>(List.of(1L, 2L, -1L, -8L, Long.MIN_VALUE, Long.MAX_VALUE));
    for (long i = 1; i <= 100_000; i++) {
      wanted.add(0x7_0000_0000L + 24 * i);
    }
    for (long i = 1; i <= 10_000; i++) {
      wanted.add(i << 40);
    }
    Collections.shuffle(wanted, new Random(7));
    ObjectIds ids = new ObjectIds(new MemoryBudget(GIB));
    for (long id : wanted) {
      ids.add(id);
      ids.add(id);
    }
    ids.complete();

    assertThat(ids.size()).isEqualTo(wanted.size());
    Set<Integer> numbers = new HashSet<>();
    for (long id : wanted) {
      int number = ids.indexOf(id);
      assertThat(number).isBetween(0, wanted.size() - 1);
      assertThat(ids.id(number)).isEqualTo(id);
      numbers.add(number);
    }
    assertThat(numbers).hasSameSizeAs(wanted);
  }

  @Test
  void knowsOnlyItsMembers() throws UnreadableDumpException {
    ObjectIds ids = new ObjectIds(new MemoryBudget(GIB));
    ids.add(4_096);
    ids.complete();

    assertThat(ids.indexOf(4_096)).isZero();
    assertThat(ids.indexOf(4_097)).isNegative();
    assertThat(ids.indexOf(4_104)).isNegative();
    assertThat(ids.indexOf(8_192)).isNegative();
    assertThat(ids.indexOf(0)).isNegative();
  }

  @Test
  void neighboursTakeLessThanAByteEach() throws UnreadableDumpException {
    // Half of these 4 MiB are available to tables.
    ObjectIds ids = new ObjectIds(new MemoryBudget(4 << 20));
    for (int i = 0; i < 2_500_000; i++) {
      ids.add(0x7_0000_0000L + 24L * i);
      if (i == 0) {
        ids.add(0x7_0000_0000L);
      }
    }
    ids.complete();

    assertThat(ids.size()).isEqualTo(2_500_000);
  }

  @Test
  void refusesIdsThatAreTooFarApart() {
    ObjectIds ids = new ObjectIds(new MemoryBudget(4 << 20));

    assertThatThrownBy(
            () -> {
              for (long i = 0; i < 25_000; i++) {
                ids.add(i << 20);
              }
            })
        .isInstanceOf(UnreadableDumpException.class)
        .hasMessageStartingWith("has too many objects to be indexed in 2 MiB");
  }

  @Test
  void findsTheGreatestAddress() throws UnreadableDumpException {
    ObjectIds ids = new ObjectIds(new MemoryBudget(GIB));
    ids.add(16);
    ids.add(1L << 35);
    ids.add(32);
    ids.complete();

    assertThat(ids.greatest()).isEqualTo(1L << 35);
  }
}
