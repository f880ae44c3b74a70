package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.options.Options.Wanted;
import org.junit.jupiter.api.Test;

/** Whether the heap is asked at exit. */
class HolderSearchTest {
  private static boolean mayLook(Wanted wanted, boolean holdersByPath) {
    return new HolderSearch(wanted, 60).mayLook(holdersByPath);
  }

  @Test
  void aLargeHeapIsAskedOnItsOwnAccordOnlyForHoldersByPath() {
    byte[] large = new byte[80 << 20];

    assertThat(mayLook(Wanted.AUTO, false)).isFalse();
    assertThat(mayLook(Wanted.AUTO, true)).isTrue();
    // It was there until now.
    assertThat(large).isNotEmpty();
  }

  @Test
  void whatTheUserSaysCounts() {
    assertThat(mayLook(Wanted.TRUE, false)).isTrue();
    assertThat(mayLook(Wanted.FALSE, true)).isFalse();
  }
}
