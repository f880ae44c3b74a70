package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.rules.Rule;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that {@code disown} gives ownership to native code and that {@code adopt} takes it back.
 */
class DisownClauseTest {
  private static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
      - class: com.acme.Tensor
        type: tensor
        open: [<init>]
        close: [close]
        idempotent: false
        use: [read]
        disown: [release, refuse]
        adopt: [reclaim, {method: wrap, resource: $0}]
        label: name
      - {class: com.acme.Graph, disown: [{method: add, resource: $0.tensor}]}
      - class: com.acme.Arena
        type: arena
        open: [<init>]
        close: [close]
        scope: [make]
        frees-owned: true
        disown: [release]
      """;

  private static final String APPLICATION =
      """
      package com.acme;

      class Tensor {
        final String name;
        Tensor(String name) { this.name = name; }
        void close() {}
        void read() {}
        void release() {}
        void refuse() { throw new IllegalStateException(); }
        void reclaim() {}
        static void wrap(Tensor tensor) {}
      }

      class Holder { Tensor tensor; }

      class Graph {
        void add(Holder holder) { holder.tensor = null; }
      }

      class Arena {
        Tensor make(String name) { return new Tensor(name); }
        void close() {}
        void release() {}
      }

      public class Main implements Runnable {
        static final Object[] KEPT = new Object[8];

        @Override
        public void run() {
          Tensor given = new Tensor("given");
          given.release();
          given.release();
          given.read();
          given.close();

          Tensor back = new Tensor("back");
          KEPT[0] = back;
          back.release();
          back.reclaim();
          back.reclaim();

          Tensor closed = new Tensor("adopted and closed");
          closed.release();
          Tensor.wrap(closed);
          closed.close();

          KEPT[1] = new Tensor("refused");
          try {
            ((Tensor) KEPT[1]).refuse();
          } catch (IllegalStateException expected) {
          }

          Holder holder = new Holder();
          holder.tensor = new Tensor("of a graph");
          Graph graph = new Graph();
          graph.add(holder);
          try {
            graph.add(null);
          } catch (NullPointerException expected) {
          }

          Arena arena = new Arena();
          KEPT[2] = arena;
          KEPT[3] = arena.make("of an arena");
          arena.release();
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

  private long sum(String type, ToLongFunction<TallyEntry> counter) {
    return recorded.image().tallies().values().stream()
        .filter(tally -> tally.type().name().equals(type))
        .mapToLong(counter)
        .sum();
  }

  @Test
  void whatIsDisownedIsNotOpenAndWhatIsAdoptedIs() {
    assertThat(recorded.ofType("tensor"))
        .extracting(SlotEntry::label)
        .containsExactlyInAnyOrder("back", "refused");
    // Six were opened by constructors, two by adoption.
    assertThat(sum("tensor", TallyEntry::opened)).isEqualTo(8);
    assertThat(sum("tensor", TallyEntry::closed)).isEqualTo(6);
    assertThat(sum("tensor", tally -> tally.closes().disowned())).isEqualTo(4);
  }

  @Test
  void whatOthersDoWithItIsNoMisuse() {
    assertThat(recorded.image().misuse()).isEmpty();
    assertThat(recorded.image().unknownCloses()).isZero();
    assertThat(recorded.image().hookErrors()).isZero();
  }

  @Test
  void anOwnerTakesAlongWhatItsCloseWouldFree() {
    assertThat(recorded.ofType("arena")).isEmpty();
    assertThat(sum("arena", tally -> tally.closes().disowned())).isEqualTo(1);
  }
}
