package io.ttalloc.heap.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FoldedNamesTest {
  private static List<String> folded(String... names) {
    FoldedNames folded = new FoldedNames(3);
    for (String name : names) {
      folded.add(name);
    }
    return folded.toList();
  }

  @Test
  void onlyNumbersThatDifferAreReplaced() {
    assertThat(folded("pool-1-thread-1", "pool-1-thread-2", "pool-1-thread-10"))
        .containsExactly("pool-1-thread-*");
    assertThat(folded("pool-1-thread-1", "pool-2-thread-1")).containsExactly("pool-*-thread-1");
    assertThat(folded("7", "8")).containsExactly("*");
    assertThat(folded("worker 1", "worker 1")).containsExactly("worker 1");
    assertThat(folded("", "")).containsExactly("");
  }

  @Test
  void whatDiffersOtherwiseIsAnotherName() {
    assertThat(folded("a-1", "b-1", "a-2", "c", "d", "e-1")).containsExactly("a-*", "b-1", "c");
  }

  @Test
  void aStarInANameIsNoNumber() {
    assertThat(folded("a-*", "a-1")).hasSize(1);
  }
}
