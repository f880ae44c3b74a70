package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.rules.Rule;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a method in {@code update} returns, the values that the rule records are read again. */
class UpdateClauseTest {
  private static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
      - class: com.acme.Segment
        type: segment
        open: [<init>]
        close: [close]
        optional: [extent()]
        bytes: size()
        extent: extent()
        label: name
        update: [resize, refuse, {method: shared, resource: result}]
      - class: com.acme.Segment
        subtypes: true
        exclude: [com.acme.Fixed]
        update: [place]
        space: =far
      - class: com.acme.Fixed
        type: fixed
        open: [<init>]
        close: [close]
        bytes: size()
        label: name
      - class: com.acme.Allocator
        bytes: size()
        update: [{method: grow, resource: $0.segment}]
      - class: com.acme.Allocator
        type: handle
        open: [{method: give, key: result}]
        close: [{method: take, key: $0}]
        bytes: $1
        label: $2
        update: [{method: change, key: $0}]
      """;

  private static final String APPLICATION =
      """
      package com.acme;

      class Segment {
        static int reads;
        static Segment last;
        final String name;
        long size = 10;
        Segment(String name) { this.name = name; last = this; }
        long size() { reads++; return size; }
        void resize(long now) { size = now; }
        void refuse(long now) { size = now; throw new IllegalStateException(); }
        static Segment shared(long now) { last.size = now; return last; }
        void place() {}
        void close() { size = 5; }
      }

      class Fixed extends Segment {
        Fixed(String name) { super(name); }
      }

      class Owner { Segment segment; }

      class Allocator {
        static void grow(Owner owner) { if (owner != null) { owner.segment.size = 77; } }
        static long give(long handle, long bytes, String name) { return handle; }
        static void take(long handle) {}
        static void change(long handle, long bytes, String name) {}
      }

      public class Main implements Runnable {
        static final Object[] KEPT = new Object[8];

        @Override
        public void run() {
          Segment grown = keep(0, new Segment("grown"));
          grown.resize(30);
          grown.place();
          keep(1, new Segment("emptied")).resize(0);
          Segment refused = keep(2, new Segment("refused"));
          try {
            refused.refuse(40);
          } catch (IllegalStateException expected) {
          }
          keep(3, new Segment("by a static method"));
          Segment.shared(50);
          Owner owner = new Owner();
          owner.segment = keep(4, new Segment("by another object"));
          Allocator.grow(owner);
          Allocator.grow(null);

          Segment closed = keep(5, new Segment("closed"));
          closed.close();
          int before = Segment.reads;
          closed.resize(60);
          if (Segment.reads != before) {
            throw new AssertionError("read of a closed resource");
          }
          keep(6, new Fixed("left out")).place();

          Allocator.give(1, 100, "first");
          Allocator.change(1, 200, "second");
          Allocator.give(2, 100, "freed");
          Allocator.take(2);
          Allocator.change(2, 300, "freed before");
          Allocator.change(3, 400, "unknown");
        }

        private static <T> T keep(int at, T kept) {
          KEPT[at] = kept;
          return kept;
        }
      }
      """;

  @TempDir Path folder;
  private WovenApplication.Recorded recorded;
  private final Map<String, SlotEntry> byLabel = new HashMap<>();

  @BeforeEach
  void run() throws Exception {
    List<Rule> rules = WovenApplication.rules(RULES);
    recorded = WovenApplication.run(folder, APPLICATION, rules);
    for (String type : List.of("segment", "fixed", "handle")) {
      for (SlotEntry slot : recorded.ofType(type)) {
        byLabel.put(slot.label(), slot);
      }
    }
    assertThat(recorded.image().hookErrors()).isZero();
  }

  private long bytes(String label) {
    return byLabel.get(label).bytes();
  }

  @Test
  void whatTheRuleReadsIsRecordedAgainAfterTheMethodReturns() {
    assertThat(bytes("grown")).isEqualTo(30);
    assertThat(byLabel.get("grown").place().extentBytes()).isEqualTo(30);
    assertThat(bytes("emptied")).isZero();
    assertThat(bytes("refused")).isEqualTo(10);
  }

  @Test
  void theMethodMayBeOfAnotherObject() {
    assertThat(bytes("by a static method")).isEqualTo(50);
    assertThat(bytes("by another object")).isEqualTo(77);
  }

  @Test
  void aSecondRuleMayReadMoreUnlessItLeavesTheClassOut() {
    assertThat(byLabel.get("grown").place().space()).isEqualTo("far");
    assertThat(byLabel.get("left out").place().space()).isNull();
  }

  @Test
  void nothingIsOpenedByIt() {
    assertThat(byLabel.keySet())
        .containsExactlyInAnyOrder(
            "grown",
            "emptied",
            "refused",
            "by a static method",
            "by another object",
            "left out",
            "second");
  }

  @Test
  void ofANumberIsReadWhatTheMethodIsGiven() {
    assertThat(bytes("second")).isEqualTo(200);
  }
}
