package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeRules.ScopeKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scopes between their entry and exit; each belongs to one thread. */
class ScopesTest {
  @TempDir Path folder;

  @Test
  void aScopeThatIsAddedAgainHasItsFirstIndex() {
    ProbeRules rules = new ProbeRules();
    int first = rules.add(new ProbeRules.Scope(ScopeKind.OWNER, "A.make", false));
    int constructor = rules.add(new ProbeRules.Scope(ScopeKind.OWNER, "A.make", true));
    int reclaiming = rules.add(new ProbeRules.Scope(ScopeKind.RECLAIM, "A.make", false));
    int other = rules.add(new ProbeRules.Scope(ScopeKind.OWNER, "B.make", false));
    assertThat(Set.of(first, constructor, reclaiming, other)).hasSize(4);
    assertThat(rules.add(new ProbeRules.Scope(ScopeKind.OWNER, "A.make", false))).isEqualTo(first);
  }

  @Test
  void isInForceInWhateverTheScopedMethodCalls() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.owner, 1);
      int token = Hooks.scopeEntered(owner, probe.scope);
      helper(probe, 20);
      Hooks.scopeExited(token, probe.scope, owner);
      helper(probe, 0);
      for (int i = 0; i <= 20; i++) {
        assertThat(probe.ownerOf(100 + i)).isEqualTo(i == 20 ? 0 : 1);
      }
    }
  }

  private static void helper(TestProbe probe, int depth) {
    probe.open(probe.plain, depth == 0 ? 120 : 120 - depth);
    if (depth > 1) {
      helper(probe, depth - 1);
    }
  }

  @Test
  void isNotInForceOnOtherThreads() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.owner, 1);
      int token = Hooks.scopeEntered(owner, probe.scope);
      Thread helper = new Thread(() -> probe.open(probe.plain, 2));
      helper.start();
      helper.join();
      Hooks.scopeExited(token, probe.scope, owner);
      assertThat(probe.ownerOf(2)).isZero();
    }
  }

  @Test
  void theInnermostOwnerGetsWhatIsOpened() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField outer = probe.open(probe.owner, 1);
      WithField inner = probe.open(probe.owner, 2);
      int ofOuter = Hooks.scopeEntered(outer, probe.scope);
      probe.open(probe.plain, 10);
      int ofInner = Hooks.scopeEntered(inner, probe.scope);
      probe.open(probe.plain, 20);
      Hooks.scopeExited(ofInner, probe.scope, inner);
      probe.open(probe.plain, 11);
      Hooks.scopeExited(ofOuter, probe.scope, outer);
      assertThat(probe.ownerOf(10)).isEqualTo(1);
      assertThat(probe.ownerOf(20)).isEqualTo(2);
      assertThat(probe.ownerOf(11)).isEqualTo(1);
      // These resources were opened before the scopes began.
      assertThat(probe.ownerOf(1)).isZero();
      assertThat(probe.ownerOf(2)).isZero();
    }
  }

  /**
   * Opens a resource in a scope of a pool's own connection, which is nested in a scope of the
   * connection that the program has borrowed. Returns the bytes of the resource's owner.
   */
  private static long ownerOfWhatIsOpenedIn(TestProbe probe, int outerType, boolean lent)
      throws Exception {
    int ofPool = lent ? Hooks.scopeEntered(null, probe.infrastructure) : 0;
    WithField inner = probe.open(probe.freeing, 2);
    if (lent) {
      Hooks.scopeExited(ofPool, probe.infrastructure, null);
    }
    WithField outer = probe.open(outerType, 1);
    int ofOuter = Hooks.scopeEntered(outer, probe.scope);
    int ofInner = Hooks.scopeEntered(inner, probe.scope);
    probe.open(probe.plain, 10);
    Hooks.scopeExited(ofInner, probe.scope, inner);
    Hooks.scopeExited(ofOuter, probe.scope, outer);
    return probe.ownerOf(10);
  }

  @Test
  void infrastructureGetsNothingThatItsBorrowerWouldClose() throws Exception {
    try (TestProbe probe = new TestProbe(Files.createDirectory(folder.resolve("lent")))) {
      assertThat(ownerOfWhatIsOpenedIn(probe, probe.freeing, true)).isEqualTo(1);
    }
    try (TestProbe probe = new TestProbe(Files.createDirectory(folder.resolve("own")))) {
      assertThat(ownerOfWhatIsOpenedIn(probe, probe.freeing, false)).isEqualTo(2);
    }
    try (TestProbe probe = new TestProbe(Files.createDirectory(folder.resolve("not-closed")))) {
      assertThat(ownerOfWhatIsOpenedIn(probe, probe.owner, true)).isEqualTo(2);
    }
  }

  @Test
  void aScopeWhoseEndNeverCameEndsWithTheOneOutsideIt() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField outer = probe.open(probe.owner, 1);
      WithField inner = probe.open(probe.owner, 2);
      int ofOuter = Hooks.scopeEntered(outer, probe.scope);
      assertThat(Hooks.scopeEntered(null, probe.infrastructure)).isPositive();
      assertThat(Hooks.scopeEntered(inner, probe.scope)).isPositive();
      Hooks.scopeExited(ofOuter, probe.scope, outer);
      probe.open(probe.plain, 3);
      assertThat(probe.ownerOf(3)).isZero();
      assertThat(probe.slot(3).infrastructure()).isFalse();
    }
  }

  @Test
  void keeps256ScopesAndIgnoresThoseFurtherInside() throws Exception {
    int many = 300;
    try (TestProbe probe = new TestProbe(folder)) {
      WithField[] owners = new WithField[many];
      int[] tokens = new int[many];
      for (int i = 0; i < many; i++) {
        owners[i] = probe.open(probe.owner, i + 1);
      }
      for (int i = 0; i < many; i++) {
        tokens[i] = Hooks.scopeEntered(owners[i], probe.scope);
      }
      probe.open(probe.plain, 1000);
      for (int i = many - 1; i >= 0; i--) {
        Hooks.scopeExited(tokens[i], probe.scope, owners[i]);
        if (i == 255) {
          probe.open(probe.plain, 1001);
        }
      }
      probe.open(probe.plain, 1002);
      assertThat(probe.ownerOf(1000)).isEqualTo(256);
      assertThat(probe.ownerOf(1001)).isEqualTo(255);
      assertThat(probe.ownerOf(1002)).isZero();
      assertThat(probe.failures).isEmpty();
    }
  }

  @Test
  void anOwnerMayBeClosedInItsOwnScope() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.freeing, 1);
      int token = Hooks.scopeEntered(owner, probe.scope);
      probe.open(probe.plain, 2);
      TestProbe.close(owner, probe.freeing);
      probe.open(probe.plain, 3);
      Hooks.scopeExited(token, probe.scope, owner);
      assertThat(probe.bytesOfSlots()).containsExactly(3L);
      assertThat(probe.ownerOf(3)).isZero();
    }
  }

  @Test
  void marksWhatIsOpenedInAScopeOfInfrastructure() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.owner, 1);
      int outer = Hooks.scopeEntered(owner, probe.scope);
      int inner = Hooks.scopeEntered(null, probe.infrastructure);
      probe.open(probe.plain, 2);
      Hooks.scopeExited(inner, probe.infrastructure, null);
      probe.open(probe.plain, 3);
      Hooks.scopeExited(outer, probe.scope, owner);
      SlotEntry system = probe.slot(2);
      assertThat(system.infrastructure()).isTrue();
      assertThat(system.opened().infrastructureScope()).isEqualTo("Test.own");
      assertThat(probe.ownerOf(2)).isEqualTo(1);
      assertThat(probe.slot(3).infrastructure()).isFalse();
    }
  }

  @Test
  void aConstructorOfInfrastructureMarksWhatItOpened() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int made = probe.scope(ProbeRules.ScopeKind.INFRASTRUCTURE, "System.new", true);
      probe.open(probe.plain, 1);
      int token = Hooks.scopeEntered(null, made);
      probe.open(probe.plain, 2);
      assertThat(probe.slot(2).infrastructure()).isFalse();
      Hooks.scopeExited(token, made, null);
      assertThat(probe.slot(2).infrastructure()).isTrue();
      assertThat(probe.slot(1).infrastructure()).isFalse();
    }
  }

  @Test
  void exitsOfScopesThatWereNotEnteredDoNothing() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.owner, 1);
      int token = Hooks.scopeEntered(owner, probe.scope);
      Hooks.scopeExited(-1, probe.scope, owner);
      probe.open(probe.plain, 2);
      Hooks.scopeExited(token, probe.scope, owner);
      Hooks.scopeExited(token, probe.scope, owner);
      probe.openIn(owner, probe.plain, 3);
      assertThat(probe.ownerOf(2)).isEqualTo(1);
      assertThat(probe.ownerOf(3)).isEqualTo(1);
      assertThat(probe.failures).isEmpty();
    }
  }
}
