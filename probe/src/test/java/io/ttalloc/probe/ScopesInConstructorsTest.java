package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Tally;
import io.ttalloc.probe.ProbeRules.ScopeKind;
import java.lang.ref.ReferenceQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is opened while a constructor runs belongs to its object, whatever scopes lie between. */
class ScopesInConstructorsTest {
  private final ScopeStack scopes = new ScopeStack();

  private static Resource resource() {
    Tally none = null;
    return new Resource(new Object(), new ReferenceQueue<>(), none, 1, 1);
  }

  @ParameterizedTest
  @EnumSource(names = {"INFRASTRUCTURE", "RECLAIM"})
  void whatWaitsInAScopeWithoutOwnerWaitsForTheConstructorAroundIt(ScopeKind kind) {
    int constructor = scopes.enter(ScopeKind.OWNER, 0, null);
    int inner = scopes.enter(kind, 1, null);
    Resource opened = resource();
    scopes.await(opened);
    scopes.exit(inner);
    assertThat(scopes.waits(constructor)).isTrue();
    assertThat(scopes.pendingOf(constructor)).isEqualTo(1);
    assertThat(scopes.pending(constructor, 0)).isSameAs(opened);
  }

  @Test
  void whatWaitsInAScopeIsForgottenWithItsOwner() {
    int outer = scopes.enter(ScopeKind.OWNER, 0, null);
    int inner = scopes.enter(ScopeKind.OWNER, 1, null);
    scopes.await(resource());
    scopes.exit(inner);
    assertThat(scopes.pendingOf(outer)).isZero();
  }

  @Test
  void nothingWaitsWhereNobodyWillOwnIt() {
    int alone = scopes.enter(ScopeKind.INFRASTRUCTURE, 0, null);
    scopes.await(resource());
    assertThat(scopes.pendingOf(alone)).isZero();
    scopes.exit(alone);
  }
}
