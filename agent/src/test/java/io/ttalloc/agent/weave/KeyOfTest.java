package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.rules.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests keys that are unique only within the object that {@code of} names. */
class KeyOfTest {
  private static final String POOLS =
      """
      schema: tt-alloc-rules/1
      rules:
      - class: com.acme.Pool
        type: handle
        open: [{method: "create(int)", key: result, of: this}]
        close: [{method: "destroy(int)", key: $0, of: this}]
        use: [{method: check, key: $0, of: this}]
        bytes: $0
        label: =handle
      - class: com.acme.Pool
        type: handle
        open: [{method: "create(com.acme.Pool,int)", key: result, of: $0}]
        close: [{method: "destroy(com.acme.Pool,int)", key: $1, of: $0}]
        bytes: $1
      - class: com.acme.Pool$Part
        type: handle
        open: [{method: create, key: result, of: pool}]
        close: [{method: destroy, key: $0, of: this.pool()}]
        disown: [{method: give, key: $0, of: pool}]
        adopt: [{method: take, key: $0, of: pool}]
        update: [{method: grow, key: $0, of: pool}]
        bytes: $1
      """;

  private static final String POOL =
      """
      package com.acme;

      class Pool {
        int next;
        final class Part {
          Pool pool = Pool.this;
          Pool pool() { return pool; }
          long create(int unused, int bytes) { return ++next; }
          void destroy(long handle) {}
          void give(long handle) {}
          void take(long handle, int bytes) {}
          void grow(long handle, int bytes) {}
        }
        int create(int bytes) { return ++next; }
        static int create(Pool pool, int bytes) { return pool.create(0) + 100; }
        void destroy(int handle) {}
        static void destroy(Pool pool, int handle) { pool.destroy(handle - 100); }
        void check(int handle) {}
      }

      public class Main implements Runnable {
        @Override
        public void run() {
          Pool one = new Pool();
          Pool two = new Pool();
          one.destroy(one.create(1_001));
          two.create(1_002);
          one.create(1_003);
          two.destroy(two.create(1_004));
          two.check(2);
          one.check(2);
          Pool.Part part = two.new Part();
          part.create(0, 1_005);
          two.destroy(3);
          part.destroy(two.create(1_006));
          part.pool = null;
          part.create(0, 1_007);
          part.create(0, 1_008);
          part.destroy(5);
          part.pool = one;
          part.create(0, 1_009);
          part.give(7);
          part.take(7, 1_010);
          part.grow(7, 1_011);
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void numbersOfAnObjectAreItsOwn() throws Exception {
    Path sources = Files.createDirectory(folder.resolve("pools"));
    List<Rule> rules = WovenApplication.rules(POOLS);

    WovenApplication.Recorded pools = WovenApplication.run(sources, POOL, rules);

    assertThat(pools.ofType("handle"))
        .extracting(SlotEntry::bytes)
        .containsExactlyInAnyOrder(1_002L, 1_003L, 1_008L, 1_011L);
    assertThat(pools.image().misuse())
        .extracting(misuse -> misuse.kind() + " " + misuse.count())
        .containsExactly(MisuseKind.USE_AFTER_CLOSE + " 1");
    assertThat(pools.image().process().gaps()).isEmpty();
    assertThat(pools.image().hookErrors()).isZero();
  }
}
