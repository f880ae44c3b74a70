package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.rules.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several rules about one method have the same effect in any order. */
class LayerTest {
  private static final String APPLICATION =
      """
      package com.acme;

      interface Closing { void close(); }

      class Part implements Closing {
        int size = 7;
        @Override public void close() {}
      }

      class Pool {
        int number;
        Part made;
        int next() { return ++number; }
        void destroy(int number) {}
        Part create() { return made = new Part(); }
        void start() { create(); }
        static Pool ready() { Pool pool = new Pool(); pool.create(); return pool; }
        void close() {}
      }

      public class Main implements Runnable {
        static final Object[] KEPT = new Object[3];

        @Override
        public void run() {
          ACTIONS
        }
      }
      """;

  private static final String POOL_AND_PART =
      "KEPT[0] = new Pool(); KEPT[1] = ((Pool) KEPT[0]).create();";

  private static final String PARTS =
      "- {class: com.acme.Pool, type: part, open: [{method: create, resource: result}]}\n";

  private static final String PARTS_ARE_CLOSED =
      "- {class: com.acme.Part, type: part, close: [close]}\n";

  @TempDir private Path folder;

  private interface Check {
    void of(WovenApplication.Recorded recorded);
  }

  /** Runs an application with the rules in their order, and in reverse order. */
  private void inBothOrders(String actions, Check check, String... yaml) throws Exception {
    List<Rule> rules = new ArrayList<>();
    for (String each : yaml) {
      String text = "schema: tt-alloc-rules/1\nrules:\n" + each;
      rules.addAll(WovenApplication.rules(text));
    }
    String source = APPLICATION.replace("ACTIONS", actions);
    check.of(WovenApplication.run(Files.createTempDirectory(folder, "run"), source, rules));
    Collections.reverse(rules);
    check.of(WovenApplication.run(Files.createTempDirectory(folder, "run"), source, rules));
  }

  private static SlotEntry only(WovenApplication.Recorded recorded, String type) {
    assertThat(recorded.ofType(type)).as(type).hasSize(1);
    return recorded.ofType(type).get(0);
  }

  @Test
  void aScopeEnclosesTheNumbersThatItsMethodGivesOut() throws Exception {
    inBothOrders(
        "Pool closed = new Pool(); closed.next(); closed.next(); closed.close();"
            + " Pool open = new Pool(); open.next(); KEPT[0] = closed; KEPT[1] = open;",
        recorded -> {
          assertThat(only(recorded, "number").ownership().owner())
              .isEqualTo(only(recorded, "pool").id());
          assertThat(recorded.image().process().gaps()).isEmpty();
        },
        """
        - class: com.acme.Pool
          type: pool
          open: [<init>]
          close: [close]
          scope: [next]
          frees-owned: true
        """,
        """
        - class: com.acme.Pool
          type: number
          open: [{method: next, key: result, of: this}]
          close: [{method: destroy, key: $0, of: this}]
        """);
  }

  @Test
  void aScopeEnclosesTheObjectsThatItsMethodOpens() throws Exception {
    inBothOrders(
        "Pool closed = new Pool(); KEPT[0] = closed.create(); closed.close();"
            + " Pool open = new Pool(); KEPT[1] = open.create(); KEPT[2] = open;",
        recorded ->
            assertThat(only(recorded, "part").ownership().owner())
                .isEqualTo(only(recorded, "pool").id()),
        """
        - class: com.acme.Pool
          type: pool
          open: [<init>]
          close: [close]
          scope: [create]
          frees-owned: true
        """,
        PARTS,
        PARTS_ARE_CLOSED);
  }

  @Test
  void aScopeEnclosesTheOpeningOfItsOwner() throws Exception {
    for (String method : List.of("start", "ready")) {
      String made = method.equals("start") ? "new Pool(); pool.start();" : "Pool.ready();";
      inBothOrders(
          "Pool pool = " + made + " KEPT[0] = pool;",
          recorded ->
              assertThat(only(recorded, "part").ownership().owner())
                  .isEqualTo(only(recorded, "pool").id()),
          "- {class: com.acme.Pool, type: pool, open: [METHOD], close: [close], frees-owned: true}"
              .replace("METHOD", method),
          "- {class: com.acme.Pool, scope: [METHOD]}".replace("METHOD", method),
          "- {class: com.acme.Part, type: part, open: [<init>], close: [close]}");
    }
  }

  /** The resource that a method returns belongs to the caller, so it is not infrastructure. */
  @Test
  void whatASystemMethodOpensForItselfIsTheSystemsOwnAndItsResultIsNot() throws Exception {
    String system = "- {class: com.acme.Pool, infrastructure: [create, start]}";
    inBothOrders(
        POOL_AND_PART,
        recorded -> assertThat(only(recorded, "part").infrastructure()).isFalse(),
        system,
        PARTS,
        PARTS_ARE_CLOSED);
    inBothOrders(
        "KEPT[0] = new Pool(); ((Pool) KEPT[0]).start();",
        recorded -> assertThat(only(recorded, "part").infrastructure()).isTrue(),
        system,
        PARTS,
        PARTS_ARE_CLOSED);
  }

  @Test
  void aCacheHoldsWhatTheSameMethodOpens() throws Exception {
    inBothOrders(
        POOL_AND_PART,
        recorded -> {
          SlotEntry.Held held = only(recorded, "part").ownership().held();
          assertThat(held).isNotNull();
          assertThat(held.holder()).isEqualTo(only(recorded, "cache").id());
        },
        """
        - class: com.acme.Pool
          type: cache
          open: [<init>]
          holder: true
          hold: [{method: create, resource: result}]
        """,
        PARTS,
        PARTS_ARE_CLOSED);
  }

  @Test
  void whatTheSameMethodOpensIsReadAgain() throws Exception {
    inBothOrders(
        POOL_AND_PART,
        recorded -> assertThat(only(recorded, "part").bytes()).isEqualTo(7),
        """
        - class: com.acme.Pool
          type: part
          update: [{method: create, resource: result}]
          bytes: result.size
        """,
        PARTS,
        PARTS_ARE_CLOSED);
  }

  @Test
  void aSecondCloseIsNoUse() throws Exception {
    inBothOrders(
        "Part part = new Part(); part.close(); part.close();",
        recorded ->
            assertThat(recorded.image().misuse())
                .extracting(MisuseEntry::kind)
                .containsExactly(MisuseKind.DOUBLE_CLOSE),
        """
        - class: com.acme.*
          exclude: [com.acme.Main, com.acme.Pool]
          type: part
          open: [<init>]
          close: [close]
          idempotent: false
        """,
        "- {class: com.acme.Part, use: [close]}");
  }
}
