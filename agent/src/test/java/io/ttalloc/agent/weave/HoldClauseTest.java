package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotEntry;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests caches to which an object is added before the object is opened. */
class HoldClauseTest {
  private static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
      - class: com.acme.Cache
        type: cache
        open: [<init>]
        holder: true
        hold: [{method: add, resource: $0}]
        drop: [{method: remove, resource: $0}, clear]
      - class: com.acme.Registered
        type: part
        open: [<init>]
        close: [close]
      - class: com.acme.Connected
        type: part
        open: [connect]
        close: [close]
      """;

  private static final String APPLICATION =
      """
      package com.acme;

      class Cache {
        final java.util.Set<Object> all = new java.util.HashSet<>();
        void add(Object object) { all.add(object); }
        void remove(Object object) { all.remove(object); }
        void clear() { all.clear(); }
      }

      class Registered {
        Registered(Cache in, boolean stays, boolean fails) {
          in.add(this);
          if (!stays) { in.remove(this); }
          if (fails) { throw new IllegalStateException(); }
        }
        void close() {}
      }

      class Connected {
        void connect() {}
        void close() {}
      }

      public class Main implements Runnable {
        static final Cache CACHE = new Cache();
        static final java.util.List<Object> KEPT = new java.util.ArrayList<>();

        static Connected added() { Connected c = new Connected(); KEPT.add(c); CACHE.add(c); return c; }

        @Override
        public void run() {
          ACTIONS
        }
      }
      """;

  @TempDir private Path folder;

  /** Returns, for each open part in the order of opening, whether the cache holds the part. */
  private List<Boolean> held(String actions) throws Exception {
    String source = APPLICATION.replace("ACTIONS", actions);
    WovenApplication.Recorded recorded =
        WovenApplication.run(folder, source, WovenApplication.rules(RULES));
    SlotEntry.Id cache = recorded.ofType("cache").get(0).id();
    return recorded.ofType("part").stream()
        .sorted(java.util.Comparator.comparingLong(slot -> slot.opened().nanos()))
        .map(part -> part.ownership().held())
        .map(held -> held != null && held.holder().equals(cache))
        .toList();
  }

  @Test
  void aConstructorMayPutItsObjectIntoACache() throws Exception {
    assertThat(held("KEPT.add(new Registered(CACHE, true, false));")).containsExactly(true);
  }

  @Test
  void aConstructorMayTakeItOutAgain() throws Exception {
    assertThat(held("KEPT.add(new Registered(CACHE, false, false));")).containsExactly(false);
  }

  @Test
  void aConstructorThatFailsLeavesNothing() throws Exception {
    assertThat(
            held("try { new Registered(CACHE, true, true); } catch (IllegalStateException e) {}"))
        .isEmpty();
  }

  @Test
  void aCacheMayTakeInWhatIsConnectedLater() throws Exception {
    assertThat(held("added().connect();")).containsExactly(true);
  }

  @Test
  void whatACacheGaveUpBeforeItIsConnectedIsNotInIt() throws Exception {
    assertThat(
            held(
                "Connected one = added(); CACHE.remove(one); one.connect();"
                    + " Connected other = added(); CACHE.clear(); other.connect();"
                    + " added().connect();"))
        .containsExactly(false, false, true);
  }

  @Test
  void whatIsClosedAndTakenInIsHeldWhenItIsConnectedAgain() throws Exception {
    assertThat(
            held(
                "Connected one = added(); one.connect(); one.close(); one.connect();"
                    + " Connected other = added(); other.connect(); other.close();"
                    + " CACHE.add(other); other.connect();"))
        .containsExactly(false, true);
  }

  @Test
  void itIsGivenUpLikeAnyOther() throws Exception {
    assertThat(held("Connected c = added(); c.connect(); CACHE.remove(c);")).containsExactly(false);
  }
}
