package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.rules.Rule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Methods that close or use an object other than the one on which they are called. */
class CloseOfOtherTest {
  private static final String HEAD = "schema: tt-alloc-rules/1\nrules:\n";

  private static final String ALLOCATOR =
      """
      - class: com.acme.Allocator
        type: block
        open: [{method: allocate, resource: result}]
        close:
          - {method: release(Block), resource: $0}
          - {method: free(Block), resource: $0}
          - {method: dropCurrent, resource: current.block}
          - {method: refuse, resource: $0}
        use: [{method: write, resource: $1}]
        label: $0
      """;

  private static final String APPLICATION =
      """
      package com.acme;

      class Block {
        final String name;
        Block(String name) { this.name = name; }
      }

      class Current { Block block; }

      class Allocator {
        Current current;
        Block allocate(String name) { return new Block(name); }
        void release(Block block) { block = null; }
        static void free(int count, Block block) { }
        static void free(Block block) { }
        void dropCurrent() { current.block = null; current = null; }
        void refuse(Block block) { throw new IllegalStateException(); }
        static void write(String text, Block block) { }
      }

      public class Main implements Runnable {
        static final Object[] KEPT = new Object[16];

        @Override
        public void run() {
          if (System.getProperty("scenario").equals("closes")) {
            closes();
          } else {
            misuse();
          }
        }

        static void closes() {
          Allocator allocator = new Allocator();
          allocator.release(allocator.allocate("released"));
          Allocator.free(allocator.allocate("freed"));
          allocator.current = new Current();
          allocator.current.block = allocator.allocate("dropped");
          allocator.dropCurrent();
          allocator.release(null);
          try {
            allocator.dropCurrent();
          } catch (NullPointerException expected) {
          }
          KEPT[0] = allocator.allocate("refused");
          try {
            allocator.refuse((Block) KEPT[0]);
          } catch (IllegalStateException expected) {
          }
          KEPT[1] = allocator.allocate("kept");
        }

        static void misuse() {
          Allocator allocator = new Allocator();
          Block block = allocator.allocate("used");
          Allocator.write("before", block);
          allocator.release(block);
          Allocator.write("after", block);
          Allocator.write("after", null);
        }
      }
      """;

  @TempDir Path folder;

  private static List<Rule> rules(String yaml) {
    return WovenApplication.rules(HEAD + yaml);
  }

  private WovenApplication.Recorded run(String scenario, String yaml) throws Exception {
    System.setProperty("scenario", scenario);
    try {
      return WovenApplication.run(folder, APPLICATION, rules(yaml));
    } finally {
      System.clearProperty("scenario");
    }
  }

  private static List<String> labels(WovenApplication.Recorded recorded) {
    return recorded.slots().stream().map(CloseOfOtherTest::label).toList();
  }

  private static String label(SlotEntry slot) {
    return slot.label() == null ? "" : slot.label();
  }

  private static long opened(WovenApplication.Recorded recorded) {
    return recorded.image().tallies().values().stream().mapToLong(TallyEntry::opened).sum();
  }

  @Test
  void methodsCloseTheirParametersAndFieldsAsTheyWereWhenTheMethodBegan() throws Exception {
    WovenApplication.Recorded recorded = run("closes", ALLOCATOR);

    assertThat(opened(recorded)).isEqualTo(5);
    assertThat(labels(recorded)).containsExactlyInAnyOrder("refused", "kept");
    assertThat(recorded.slots())
        .filteredOn(SlotEntry::closeFailed)
        .extracting(CloseOfOtherTest::label)
        .containsExactly("refused");
    assertThat(recorded.slots())
        .allSatisfy(slot -> assertThat(slot.tally().type().closing().mayBeUnseen()).isFalse());
  }

  @Test
  void reportsNameTheCallThatClosesThoughAnotherRuleHasIt() throws Exception {
    assertThat(releases(run("closes", ALLOCATOR))).containsOnly("Allocator.release()");
    String opens = "- {class: com.acme.Block, type: block, open: [<init>]}\n";
    String closes =
        """
        - class: com.acme.Current
          type: another
          close: [drop]
        - class: com.acme.Allocator
          type: block
          close: [{method: release(Block), resource: $0}, refuse]
        - class: com.acme.Allocator
          type: block
          close: [{method: free(Block), resource: $0}]
        """;
    assertThat(releases(run("closes", opens + closes))).containsOnly("refuse()");
    assertThat(releases(run("closes", closes + opens))).containsOnly("refuse()");
    assertThat(releases(run("closes", opens))).containsOnlyNulls();
  }

  private static List<@Nullable String> releases(WovenApplication.Recorded recorded) {
    List<@Nullable String> releases = new ArrayList<>();
    for (SlotEntry slot : recorded.slots()) {
      releases.add(slot.tally().type().closing().release());
    }
    return releases;
  }

  @Test
  void methodsUseTheirParameters() throws Exception {
    WovenApplication.Recorded recorded = run("misuse", ALLOCATOR);

    assertThat(recorded.image().misuse())
        .extracting(MisuseEntry::kind)
        .containsExactly(MisuseKind.USE_AFTER_CLOSE);
  }
}
