package io.ttalloc.heap.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntQueueTest {
  @Test
  void removesInTheOrderOfAdding() {
    IntQueue queue = new IntQueue();
    Queue<Integer> expected = new ArrayDeque<>();
    Random random = new Random(11);
    int next = 0;
    // The queue grows and shrinks repeatedly, so that chunks are added while the ring begins at
    // different positions.
    for (int round = 0; round < 60; round++) {
      int adding = random.nextInt(90_000);
      for (int i = 0; i < adding; i++) {
        expected.add(next);
        queue.add(next++);
      }
      int removing = random.nextInt(expected.size() + 1);
      for (int i = 0; i < removing; i++) {
        assertThat(queue.remove()).isEqualTo(expected.remove());
      }
      assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
    }
    while (!expected.isEmpty()) {
      assertThat(queue.remove()).isEqualTo(expected.remove());
    }
    assertThat(queue.isEmpty()).isTrue();
  }
}
