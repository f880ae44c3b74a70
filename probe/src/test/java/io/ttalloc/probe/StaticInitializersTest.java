package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeRules.ScopeKind;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Resources opened by a static initializer do not belong to the owner in whose scope the
 * initializer happens to run.
 */
class StaticInitializersTest {
  @TempDir Path folder;

  /** The probe of the running test. */
  private static @Nullable TestProbe running;

  private static TestProbe probe() {
    TestProbe probe = running;
    if (probe == null) {
      throw new AssertionError("no test runs");
    }
    return probe;
  }

  private static int scope(TestProbe probe, String method, boolean ofConstructor) {
    String name = StaticInitializersTest.class.getSimpleName() + "." + method;
    return probe.rules.add(new ProbeRules.Scope(ScopeKind.OWNER, name, ofConstructor));
  }

  /** Runs a scope of an owner, in which a class is initialized. */
  private static void handle(TestProbe probe, WithField owner, Runnable initialize) {
    int scope = scope(probe, "handle", false);
    int token = Hooks.scopeEntered(owner, scope);
    initialize.run();
    Hooks.scopeExited(token, scope, owner);
  }

  /** Creates an owner, and meanwhile initializes a class. */
  private static void create(TestProbe probe, long bytes, Runnable initialize) {
    int scope = scope(probe, "create", true);
    int token = Hooks.scopeEntered(null, scope);
    WithField owner = probe.open(probe.freeing, bytes);
    initialize.run();
    Hooks.scopeExited(token, scope, owner);
  }

  static final class OfOwner {
    static final WithField SHARED = probe().open(probe().plain, 10);

    private OfOwner() {}
  }

  static final class OfConstruction {
    static final WithField SHARED = probe().open(probe().plain, 11);

    private OfConstruction() {}
  }

  static final class WithItsOwn {
    static {
      TestProbe probe = probe();
      handle(probe, probe.open(probe.freeing, 21), () -> probe.open(probe.plain, 12));
      create(probe, 22, () -> probe.open(probe.plain, 13));
    }

    private WithItsOwn() {}

    static void use() {}
  }

  @Test
  void whatItOpensInTheScopeOfAnOwnerIsNobodys() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      running = probe;
      WithField request = probe.open(probe.freeing, 1);
      handle(
          probe,
          request,
          () -> {
            assertThat(OfOwner.SHARED).isNotNull();
            probe.open(probe.plain, 2);
          });
      assertThat(probe.ownerOf(10)).isZero();
      assertThat(probe.ownerOf(2)).isEqualTo(1);
      TestProbe.close(request, probe.freeing);
      assertThat(probe.bytesOfSlots()).containsExactly(10L);
    }
  }

  @Test
  void whatItOpensWhileAnOwnerIsMadeIsNobodys() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      running = probe;
      create(
          probe,
          1,
          () -> {
            assertThat(OfConstruction.SHARED).isNotNull();
            probe.open(probe.plain, 2);
          });
      assertThat(probe.ownerOf(11)).isZero();
      assertThat(probe.ownerOf(2)).isEqualTo(1);
    }
  }

  @Test
  void whatScopesWithinItOpenBelongsToTheirOwners() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      running = probe;
      WithField request = probe.open(probe.owner, 1);
      handle(probe, request, WithItsOwn::use);
      assertThat(probe.ownerOf(12)).isEqualTo(21);
      assertThat(probe.ownerOf(13)).isEqualTo(22);
      assertThat(probe.ownerOf(22)).isZero();
    }
  }
}
