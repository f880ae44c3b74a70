package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.rules.Rule;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests resources whose count is changed by {@code retain} and {@code release} and that are closed
 * when the count reaches zero.
 */
class CountClauseTest {
  private static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
      - class: com.acme.Block
        subtypes: true
        type: block
        open: [<init>, reuse]
        retain: [retain(), {method: retain(int), by: $0}]
        release: [release(), {method: release(int), by: $0}]
        label: name
      """;

  private static final String APPLICATION =
      """
      package com.acme;

      class Block {
        final String name;
        int count = 1;

        Block(String name) { this.name = name; }

        void reuse() { count = 1; }

        Block retain() { return retain(1); }

        Block retain(int more) {
          if (count <= 0) { throw new IllegalStateException("gone"); }
          if (more <= 0) { return this; }
          count += more;
          return this;
        }

        boolean release() { return release(1); }

        boolean release(int less) {
          if (count < less) { throw new IllegalStateException("more than there are"); }
          count -= less;
          return count == 0;
        }
      }

      class Special extends Block {
        Special(String name) { super(name); }

        @Override
        boolean release(int less) { return super.release(less); }
      }

      public class Main implements Runnable {
        private static void ignoringErrors(Runnable task) {
          try {
            task.run();
          } catch (IllegalStateException e) {
            // What the block says of its count.
          }
        }

        @Override
        public void run() {
          new Block("fresh");
          new Block("released").release();
          new Block("one of two").retain().release();
          Block balanced = new Block("balanced").retain().retain(3);
          balanced.release(3);
          balanced.release();
          balanced.release();
          Block several = new Block("several").retain(4).retain(-2).retain(0);
          several.release(2);
          Special special = new Special("overridden");
          special.retain();
          special.release();
          special.release();
          Block gone = new Block("released too often");
          gone.release();
          ignoringErrors(gone::release);
          ignoringErrors(gone::retain);
          Block greedy = new Block("failed");
          greedy.retain();
          ignoringErrors(() -> greedy.release(3));
          Block pooled = new Block("pooled").retain();
          pooled.release();
          pooled.release();
          pooled.reuse();
          pooled.retain();
        }
      }
      """;

  @TempDir Path folder;
  private WovenApplication.Recorded recorded;

  @BeforeEach
  void run() throws Exception {
    List<Rule> rules = WovenApplication.rules(RULES);
    recorded = WovenApplication.run(folder, APPLICATION, rules);
  }

  private static String counted(SlotEntry block) {
    SlotEntry.References references = block.references();
    if (references == null) {
      return (block.label() == null ? "?" : block.label()) + ": never changed";
    }
    return block.label()
        + ": "
        + references.count()
        + " after "
        + references.retained()
        + " and "
        + references.released();
  }

  @Test
  void whatHasReferencesLeftIsOpenWithItsCount() {
    assertThat(recorded.image().hookErrors()).isZero();
    assertThat(recorded.ofType("block"))
        .extracting(CountClauseTest::counted)
        .containsExactlyInAnyOrder(
            "fresh: never changed",
            "one of two: 1 after 1 and 1",
            "several: 3 after 1 and 1",
            "failed: 2 after 1 and 0",
            "pooled: 2 after 1 and 0");
  }

  @Test
  void releasingWhatHasNoReferenceIsASecondClose() {
    assertThat(recorded.image().misuse())
        .extracting(misuse -> misuse.kind() + " " + misuse.count())
        .containsExactlyInAnyOrder(MisuseKind.DOUBLE_CLOSE + " 1", MisuseKind.CLOSE_FAILED + " 1");
  }

  @Test
  void theCloseIsSeenAndIsTheRelease() {
    TypeEntry type = recorded.ofType("block").get(0).tally().type();
    assertThat(type.closing().mayBeUnseen()).isFalse();
    assertThat(type.closing().release()).isEqualTo("release()");
  }
}
