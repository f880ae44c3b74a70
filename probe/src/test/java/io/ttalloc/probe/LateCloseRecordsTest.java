package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.LateCloseEntry;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probed.Caller;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LateCloseRecordsTest {
  /** Whatever is open at all is open for longer. */
  private static final long AT_ONCE = 1;

  private static final long NOT_IN_THIS_TEST = 1_000_000_000_000_000L;

  /** Longer than two readings of the clock are apart, unless the machine stands still. */
  private static final long A_WHILE = 100_000_000;

  @TempDir Path folder;

  private static ProbeType limited(String name, int flags, long limitNanos) {
    return new ProbeType(
        name, name, flags, 0, true, null, limitNanos, false, false, new String[0], List.of());
  }

  private static int type(TestProbe probe, int flags, long limitNanos) {
    return probe.rules.add(limited("limited", flags, limitNanos));
  }

  private static List<LateCloseEntry> late(TestProbe probe) throws IOException {
    return probe.image().lateCloses();
  }

  private static void passTime(TestProbe probe, long sinceNanos) {
    while (probe.writer.now() - sinceNanos < A_WHILE) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aCloseAfterTheLimitIsKeptWithItsStack() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int type = type(probe, 0, AT_ONCE);
      for (int i = 0; i < 20; i++) {
        WithField resource = new WithField();
        Caller.open(resource, type);
        Caller.close(resource, type);
      }
      LateCloseEntry only = late(probe).get(0);
      assertThat(late(probe)).hasSize(1);
      assertThat(only.count()).isEqualTo(20);
      assertThat(only.longestNanos()).isPositive();
      assertThat(only.stack()).extracting(Frame::method).startsWith("close", "close");
      assertThat(probe.image().tallies()).containsKey(only.tally());
      assertThat(probe.image().tallies().get(only.tally()).type().name()).isEqualTo("limited");
    }
  }

  @Test
  void aCloseInTimeIsNotLate() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (long limit :
          new long[] {NOT_IN_THIS_TEST, ProbeType.LIMIT_NOT_SAID, ProbeType.NO_LIMIT}) {
        int type = type(probe, 0, limit);
        TestProbe.close(probe.open(type), type);
      }
      assertThat(late(probe)).isEmpty();
    }
  }

  @Test
  void theRuleOfATypeSaysMoreThanTheOption() {
    ProbeRules rules = new ProbeRules(77);
    assertThat(rules.limitNanos(new ProbeType("a", 0, 0, true, null))).isEqualTo(77);
    assertThat(rules.limitNanos(limited("b", 0, 5))).isEqualTo(5);
    long never = ProbeType.NO_LIMIT;
    assertThat(rules.limitNanos(limited("c", 0, never))).isZero();
    int cache = RecordLayout.TYPE_HOLDER;
    assertThat(rules.limitNanos(new ProbeType("d", cache, 0, true, null))).isZero();
    assertThat(rules.limitNanos(limited("e", cache, 5))).isZero();
    int own = RecordLayout.TYPE_INTERNAL;
    assertThat(rules.limitNanos(new ProbeType("f", own, 0, true, null))).isZero();
  }

  @Test
  void whatACacheHoldsOrItsOwnerIsNotLate() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int type = type(probe, 0, AT_ONCE);
      int owner = type(probe, RecordLayout.TYPE_OWNER, AT_ONCE);
      WithField cache = probe.open(probe.cache);
      WithField held = probe.open(owner);
      WithField owned = probe.openIn(held, type, 9);
      Hooks.held(cache, held, null);
      long before = late(probe).size();
      TestProbe.close(owned, type);
      TestProbe.close(held, owner);
      assertThat(late(probe)).hasSize((int) before);
    }
  }

  @Test
  void viewsAndInfrastructureAreNotLate() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int type = type(probe, 0, AT_ONCE);
      WithField view = new WithField();
      Hooks.opened(view, type, 1, 0, 0, 0, null, null, false, false, null, null);
      TestProbe.close(view, type);
      int scope = Hooks.scopeEntered(null, probe.infrastructure);
      WithField own = probe.open(type, 2);
      Hooks.scopeExited(scope, probe.infrastructure, null);
      TestProbe.close(own, type);
      assertThat(late(probe)).isEmpty();
    }
  }

  @Test
  void whatAReclaimerClosesIsNotClosedAfterAll() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int type = type(probe, 0, AT_ONCE);
      WithField lost = probe.open(type);
      int scope = Hooks.scopeEntered(null, probe.reclaiming);
      TestProbe.close(lost, type);
      Hooks.scopeExited(scope, probe.reclaiming, null);
      assertThat(probe.sum("limited", tally -> tally.reclaimed())).isEqualTo(1);
      assertThat(late(probe)).isEmpty();
    }
  }

  @Test
  void whatIsLentCountsFromWhenItWasTaken() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int type = type(probe, 0, AT_ONCE);
      int owner = type(probe, RecordLayout.TYPE_OWNER | RecordLayout.TYPE_FREES_OWNED, AT_ONCE);
      WithField cache = probe.open(probe.cache);
      WithField lent = probe.open(type);
      WithField lentOwner = probe.open(owner);
      probe.openIn(lentOwner, type, 9);
      Hooks.held(cache, lent, null);
      Hooks.held(cache, lentOwner, null);
      int before = late(probe).size();
      passTime(probe, probe.writer.now());

      long taken = probe.writer.now();
      Caller.drop(cache, cache);
      Caller.close(lent, type);
      Caller.close(lentOwner, owner);
      long end = probe.writer.now();

      List<LateCloseEntry> closed = late(probe).subList(before, late(probe).size());
      assertThat(closed).hasSize(3);
      assertThat(closed).allMatch(late -> late.longestNanos() <= end - taken);
    }
  }

  @Test
  void whatIsGivenBackLateIsKeptWithTheStackThatGaveItBack() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int type = type(probe, 0, AT_ONCE);
      WithField cache = probe.open(probe.cache);
      WithField lent = probe.open(type);
      Caller.hold(cache, lent, "a");
      Caller.hold(cache, lent, "b");
      assertThat(late(probe)).hasSize(1);
      assertThat(late(probe).get(0).count()).isEqualTo(1);
      assertThat(late(probe).get(0).stack().get(0).method()).isEqualTo("hold");
    }
  }
}
