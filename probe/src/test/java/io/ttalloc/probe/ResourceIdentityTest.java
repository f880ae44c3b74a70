package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.testing.Await;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A resource is identified by its object, not by the object's {@code equals}. */
class ResourceIdentityTest {
  @TempDir Path folder;

  /** Both {@code equals} and {@code hashCode} always throw. */
  private record Equal() {
    @Override
    public boolean equals(Object other) {
      throw new AssertionError("asked whether a resource equals another");
    }

    @Override
    public int hashCode() {
      throw new AssertionError("asked for the hash of a resource");
    }
  }

  private static final class InheritsTheField extends WithField {}

  /** Constructors of classes with the field for a resource, and of classes without it. */
  static Stream<Supplier<Object>> kinds() {
    return Stream.of(WithField::new, InheritsTheField::new, Object::new, Equal::new);
  }

  /**
   * An object with the field always refers to its last resource. For other objects, closed
   * resources are removed from the table if possible.
   */
  @ParameterizedTest
  @MethodSource("kinds")
  void forgetsWhatIsClosedIfNobodyAsksForIt(Supplier<Object> kind) throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Object object = kind.get();
      probe.open(object, probe.forgotten, 1);
      TestProbe.closeFailing(object, probe.forgotten);
      assertThat(probe.isFound(object)).isTrue();
      TestProbe.close(object, probe.forgotten);
      assertThat(probe.isFound(object)).isEqualTo(object instanceof WithField);
      TestProbe.close(object, probe.forgotten);
      assertThat(probe.image().unknownCloses()).isZero();

      probe.open(object, probe.forgotten, 2);
      assertThat(probe.bytesOfSlots()).containsExactly(2L);
      TestProbe.close(object, probe.forgotten);
      assertThat(probe.bytesOfSlots()).isEmpty();
      assertThat(probe.failures).isEmpty();
    }
  }

  @Test
  void forgetsNothingThatIsOpen() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      List<Object> open = new ArrayList<>();
      for (int i = 0; i < 20_000; i++) {
        Object object = new Object();
        probe.open(object, probe.forgotten, 1);
        if (i % 3 == 0) {
          open.add(object);
        } else {
          TestProbe.close(object, probe.forgotten);
        }
      }
      assertThat(open).allMatch(probe::isFound);
      open.forEach(object -> TestProbe.close(object, probe.forgotten));
      assertThat(probe.bytesOfSlots()).isEmpty();
      assertThat(open).noneMatch(probe::isFound);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void knowsAResourceAgainWhenItIsClosed(Supplier<Object> kind) throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Object first = kind.get();
      Object second = kind.get();
      probe.open(first, probe.plain, 1);
      probe.open(second, probe.plain, 2);
      TestProbe.close(first, probe.plain);
      assertThat(probe.bytesOfSlots()).containsExactly(2L);
      TestProbe.close(second, probe.plain);
      assertThat(probe.bytesOfSlots()).isEmpty();
      TestProbe.close(first, probe.plain);
      assertThat(probe.misuses(MisuseKind.DOUBLE_CLOSE)).isEqualTo(1);
      assertThat(probe.failures).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void countsAnObjectThatIsOpenedAgainAsAnotherResource(Supplier<Object> kind) throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Object pooled = kind.get();
      for (int i = 1; i <= 3; i++) {
        probe.open(pooled, probe.plain, i);
        assertThat(probe.bytesOfSlots()).containsExactly((long) i);
        TestProbe.close(pooled, probe.plain);
      }
      assertThat(probe.sum(tally -> tally.opened())).isEqualTo(3);
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(3);
      assertThat(probe.misuses(MisuseKind.DOUBLE_CLOSE)).isZero();
    }
  }

  /** The JVM's {@code clone()} and mocking libraries' spies copy every field. */
  @Test
  void takesACopyOfAnObjectForAnotherOne() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField original = probe.open(probe.plain, 1);
      WithField copy = original.clone();
      assertThat(copy.$ttAllocResource).isSameAs(original.$ttAllocResource);

      TestProbe.close(copy, probe.plain);
      assertThat(probe.bytesOfSlots()).containsExactly(1L);
      assertThat(probe.image().unknownCloses()).isZero();

      WithField another = original.clone();
      probe.open(another, probe.plain, 2);
      assertThat(probe.bytesOfSlots()).containsExactly(1L, 2L);
      TestProbe.close(original, probe.plain);
      assertThat(probe.bytesOfSlots()).containsExactly(2L);
    }
  }

  @Test
  void usesASlotAgainWithAnotherGeneration() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField first = probe.open(probe.plain, 1);
      SlotEntry before = probe.slot(1);
      TestProbe.close(first, probe.plain);
      probe.open(probe.plain, 2);
      SlotEntry after = probe.slot(2);
      assertThat(after.id().index()).isEqualTo(before.id().index());
      assertThat(after.id().generation()).isEqualTo(before.id().generation() + 1);
    }
  }

  @Test
  void aSlotThatIsUsedAgainHasNothingOfTheResourceBefore() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField first = new WithField();
      Hooks.opened(first, probe.placed, 2, 2, 4096, 3, "DRAM", "s", true, true, "label", null);
      Hooks.held(cache, first, "entry");
      TestProbe.closeFailing(first, probe.placed);
      int index = probe.slot(2).id().index();
      TestProbe.close(first, probe.placed);

      // Everything that belonged to the slot is free as well, and may be reused before the slot.
      long bytes = 10;
      probe.open(probe.plain, bytes);
      while (probe.slot(bytes).id().index() != index) {
        assertThat(bytes).as("the slot comes back").isLessThan(100);
        probe.open(probe.plain, ++bytes);
      }
      SlotEntry next = probe.slot(bytes);
      SlotEntry.Place place = next.place();
      assertThat(place.hasAddress() || place.hasDevice() || next.closeFailed()).isFalse();
      assertThat(place.address()).isZero();
      assertThat(place.space()).isNull();
      assertThat(place.session()).isNull();
      assertThat(place.shared()).isFalse();
      assertThat(next.ownership()).isEqualTo(new SlotEntry.Ownership(null, false, null, null));
      assertThat(next.label()).isNull();
      assertThat(next.references()).isNull();
    }
  }

  @Test
  void keepsApartObjectsWithOneIdentityHash() throws Exception {
    Map<Integer, Object> byHash = new HashMap<>();
    Object one = null;
    Object other = new Object();
    while (one == null) {
      other = new Object();
      one = byHash.putIfAbsent(System.identityHashCode(other), other);
    }
    try (TestProbe probe = new TestProbe(folder, false)) {
      probe.open(one, probe.plain, 1);
      probe.open(other, probe.plain, 2);
      TestProbe.close(one, probe.plain);
      assertThat(probe.bytesOfSlots()).containsExactly(2L);
      TestProbe.close(other, probe.plain);
      assertThat(probe.bytesOfSlots()).isEmpty();
      assertThat(probe.misuses(MisuseKind.DOUBLE_CLOSE)).isZero();
    }
  }

  @Test
  void findsEachOfManyObjectsWithoutAField() throws Exception {
    int many = 10_000;
    try (TestProbe probe = new TestProbe(folder, false)) {
      List<Object> objects = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        Object object = new Object();
        objects.add(object);
        probe.open(object, probe.plain, 1);
      }
      assertThat(probe.slots()).hasSize(many);
      objects.forEach(object -> TestProbe.close(object, probe.plain));
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.image().unknownCloses()).isZero();
    }
  }

  /** Neither objects with the field nor objects in the table are kept from being collected. */
  @ParameterizedTest
  @MethodSource("kinds")
  void keepsNoObjectFromTheCollector(Supplier<Object> kind) throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Object open = kind.get();
      Object closed = kind.get();
      probe.open(open, probe.plain, 1);
      probe.open(closed, probe.plain, 2);
      TestProbe.close(closed, probe.plain);
      WeakReference<Object> toOpen = new WeakReference<>(open);
      WeakReference<Object> toClosed = new WeakReference<>(closed);
      open = null;
      closed = null;
      probe.letGo();
      Await.collecting(() -> toOpen.refersTo(null) && toClosed.refersTo(null));
      Await.until(() -> probe.sum(tally -> tally.losses().collected()) == 1);
      assertThat(probe.bytesOfSlots()).containsExactly(1L);
    }
  }
}
