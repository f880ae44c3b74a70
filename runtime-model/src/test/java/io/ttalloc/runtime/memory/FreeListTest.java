package io.ttalloc.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FreeListTest {
  private final FreeList list = new FreeList(32, 1024);

  @Test
  void takesLowestFitBottomUpAndHighestTopDown() {
    assertThat(list.take(64, Direction.BOTTOM_UP)).hasValue(32);
    assertThat(list.take(64, Direction.TOP_DOWN)).hasValue(960);
    assertThat(list.ranges()).containsExactly(new FreeList.Range(96, 960));
  }

  @Test
  void skipsHolesThatAreTooSmall() {
    list.takeAt(64, 32);
    assertThat(list.take(64, Direction.BOTTOM_UP)).hasValue(96);
    assertThat(list.take(32, Direction.BOTTOM_UP)).hasValue(32);
  }

  @Test
  void joinsBothNeighboursOfWhatIsGivenBack() {
    list.takeAt(100, 100);
    list.takeAt(200, 100);
    list.takeAt(300, 100);
    list.give(100, 100);
    list.give(300, 100);
    assertThat(list.ranges()).hasSize(2);
    list.give(200, 100);
    assertThat(list.ranges()).containsExactly(new FreeList.Range(32, 1024));
  }

  @Test
  void refusesToGiveBackWhatIsFree() {
    list.takeAt(100, 100);
    assertThatThrownBy(() -> list.give(150, 100))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("[150, 250)");
    assertThatThrownBy(() -> list.give(90, 20)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void refusesToTakeWhatIsNotFree() {
    list.takeAt(100, 100);
    assertThatThrownBy(() -> list.takeAt(190, 20)).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void intersectsToWhatIsFreeInBoth() {
    FreeList other = new FreeList(0, 512);
    other.takeAt(100, 100);
    list.takeAt(300, 50);
    assertThat(list.intersection(other).ranges())
        .containsExactly(
            new FreeList.Range(32, 100),
            new FreeList.Range(200, 300),
            new FreeList.Range(350, 512));
  }

  @Test
  void isOneRangeAgainAfterAnyOrderOfFrees() {
    Random random = new Random(42);
    FreeList free = new FreeList(0, 1 << 20);
    List<long[]> taken = new ArrayList<>();
    for (int step = 0; step < 20_000; step++) {
      if (taken.size() < 200 && random.nextInt(3) != 0) {
        long bytes = 32L * (1 + random.nextInt(100));
        Direction direction = random.nextBoolean() ? Direction.BOTTOM_UP : Direction.TOP_DOWN;
        free.take(bytes, direction).ifPresent(at -> taken.add(new long[] {at, bytes}));
      } else if (!taken.isEmpty()) {
        long[] block = taken.remove(random.nextInt(taken.size()));
        free.give(block[0], block[1]);
      }
      long takenBytes = taken.stream().mapToLong(block -> block[1]).sum();
      assertThat(free.bytes() + takenBytes).isEqualTo(1 << 20);
    }
    taken.forEach(block -> free.give(block[0], block[1]));
    assertThat(free.ranges()).containsExactly(new FreeList.Range(0, 1 << 20));
  }
}
