package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probe.hook.ConstructionLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Constructors and static factories: what they open belongs to the object that they return, if any.
 */
class ConstructionScopesTest {
  @TempDir Path folder;

  /** Calls the hook at the start of a constructor, and returns its token. */
  private static int begins(TestProbe probe) {
    return Hooks.scopeEntered(null, probe.constructor);
  }

  private static void returns(TestProbe probe, int token, Object made) {
    Hooks.scopeExited(token, probe.constructor, made);
  }

  @Test
  void givesPartsToTheObjectThatTheyAreMadeFor() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.open(probe.plain, 10);
      int token = begins(probe);
      probe.open(probe.plain, 11);
      probe.open(probe.plain, 12);
      WithField made = probe.open(probe.owner, 1);
      assertThat(probe.ownerOf(11)).isZero();
      returns(probe, token, made);
      probe.open(probe.plain, 13);
      assertThat(probe.ownerOf(11)).isEqualTo(1);
      assertThat(probe.ownerOf(12)).isEqualTo(1);
      assertThat(probe.ownerOf(10)).isZero();
      assertThat(probe.ownerOf(13)).isZero();
      assertThat(probe.ownerOf(1)).isZero();
    }
  }

  @Test
  void givesEachOfNestedObjectsItsOwnParts() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int outer = begins(probe);
      probe.open(probe.plain, 10);
      int inner = begins(probe);
      probe.open(probe.plain, 20);
      WithField part = probe.open(probe.owner, 2);
      returns(probe, inner, part);
      probe.open(probe.plain, 11);
      WithField whole = probe.open(probe.owner, 1);
      returns(probe, outer, whole);
      assertThat(probe.ownerOf(10)).isEqualTo(1);
      assertThat(probe.ownerOf(11)).isEqualTo(1);
      assertThat(probe.ownerOf(20)).isEqualTo(2);
      assertThat(probe.ownerOf(2)).isEqualTo(1);
    }
  }

  @Test
  void leavesThePartsOfAConstructorThatThrewToTheOneOutsideIt() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int outer = begins(probe);
      int threw = begins(probe);
      assertThat(threw).isNotEqualTo(outer);
      probe.open(probe.plain, 10);
      WithField whole = probe.open(probe.owner, 1);
      returns(probe, outer, whole);
      assertThat(probe.ownerOf(10)).isEqualTo(1);
    }
  }

  @Test
  void leavesThePartsOfAConstructorThatThrewToNobody() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int threw = begins(probe);
      assertThat(threw).isNotNegative();
      probe.open(probe.plain, 10);

      int token = begins(probe);
      probe.open(probe.plain, 20);
      WithField made = probe.open(probe.owner, 2);
      returns(probe, token, made);
      assertThat(probe.ownerOf(10)).isZero();
      assertThat(probe.ownerOf(20)).isEqualTo(2);
    }
  }

  @Test
  void leavesThePartsOfAFactoryThatReturnsNothingToNobody() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int token = begins(probe);
      probe.open(probe.plain, 10);
      returns(probe, token, null);
      probe.open(probe.plain, 11);
      assertThat(probe.ownerOf(10)).isZero();
      assertThat(probe.failures).isEmpty();
    }
  }

  @Test
  void aPartKeepsTheOwnerThatItFoundMeanwhile() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      int token = begins(probe);
      Hooks.held(cache, probe.open(probe.plain, 10), "entry");
      probe.open(probe.plain, 11);
      WithField made = probe.open(probe.owner, 2);
      returns(probe, token, made);
      assertThat(probe.ownerOf(10)).isEqualTo(1);
      assertThat(probe.ownerOf(11)).isEqualTo(2);
    }
  }

  @Test
  void takesPartsFromTheScopeThatTheConstructorWasCalledIn() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField maker = probe.open(probe.owner, 1);
      int scope = Hooks.scopeEntered(maker, probe.scope);
      int token = begins(probe);
      probe.open(probe.plain, 10);
      WithField made = probe.open(probe.owner, 2);
      returns(probe, token, made);
      Hooks.scopeExited(scope, probe.scope, maker);
      assertThat(probe.ownerOf(2)).isEqualTo(1);
      assertThat(probe.ownerOf(10)).isEqualTo(2);
    }
  }

  @Test
  void leavesAloneWhatWasOpenedInAnOwnersScopeInside() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField other = probe.open(probe.owner, 1);
      int token = begins(probe);
      probe.openIn(other, probe.plain, 10);
      WithField made = probe.open(probe.owner, 2);
      returns(probe, token, made);
      assertThat(probe.ownerOf(10)).isEqualTo(1);
    }
  }

  @Test
  void aPartThatIsClosedBeforeIsNotAdopted() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int token = begins(probe);
      WithField part = probe.open(probe.plain, 10);
      TestProbe.close(part, probe.plain);
      WithField made = probe.open(probe.owner, 1);
      returns(probe, token, made);
      assertThat(probe.bytesOfSlots()).containsExactly(1L);
      assertThat(probe.slot(1).ownership().hasOwned()).isFalse();
      TestProbe.close(made, probe.owner);
      assertThat(probe.slots()).isEmpty();
    }
  }

  @Test
  void partsOfWhatIsClosedAlreadyBelongToNobody() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int token = begins(probe);
      probe.open(probe.plain, 10);
      WithField made = probe.open(probe.owner, 1);
      TestProbe.close(made, probe.owner);
      returns(probe, token, made);
      assertThat(probe.slots())
          .singleElement()
          .satisfies(slot -> assertThat(slot.state()).isEqualTo(SlotState.OPEN));
      assertThat(probe.ownerOf(10)).isZero();
    }
  }

  @Test
  void whatOtherThreadsOpenMeanwhileIsNoPart() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int token = begins(probe);
      Thread other = new Thread(() -> probe.open(probe.plain, 10));
      other.start();
      other.join();
      WithField made = probe.open(probe.owner, 1);
      returns(probe, token, made);
      assertThat(probe.ownerOf(10)).isZero();
    }
  }

  @Test
  void countsAnErrorWhenAnObjectHasMorePartsThanAreRemembered() throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      int token = begins(probe);
      List<Object> parts = new ArrayList<>();
      for (int i = 0; i < ConstructionLog.MAX_KEPT + 10; i++) {
        parts.add(probe.open(probe.plain));
      }
      WithField made = probe.open(probe.freeing);
      returns(probe, token, made);
      assertThat(probe.image().hookErrors()).isEqualTo(1);
      TestProbe.close(made, probe.freeing);
      assertThat(probe.slots()).hasSizeBetween(10, 12);
      parts.forEach(part -> TestProbe.close(part, probe.plain));
      assertThat(probe.slots()).isEmpty();
    }
  }
}
