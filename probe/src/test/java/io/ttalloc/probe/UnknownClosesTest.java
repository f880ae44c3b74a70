package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probe.close.UnknownCloses;
import io.ttalloc.probe.hook.FullHeap;
import io.ttalloc.probe.hook.HookErrors;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.hook.ThreadStates;
import io.ttalloc.probe.resource.RecordedTypes;
import io.ttalloc.probe.resource.Resources;
import io.ttalloc.probe.stack.StackCapture;
import io.ttalloc.probed.Caller;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closes of unknown resources, and closes that only look as if their resources were unknown. */
class UnknownClosesTest {
  @TempDir Path folder;

  @Test
  void countsThemByTypeAndStack() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int i = 0; i < 3; i++) {
        Caller.close(new WithField(), probe.made);
        Caller.close(new Object(), probe.plain);
      }
      assertThat(probe.image().unknownCloses()).isEqualTo(6);
      List<MisuseEntry> misuse = probe.image().misuse();
      assertThat(misuse).extracting(row -> row.type().name()).containsExactly("made", "plain");
      assertThat(misuse)
          .allSatisfy(
              row -> {
                assertThat(row.kind()).isEqualTo(MisuseKind.CLOSE_OF_UNKNOWN);
                assertThat(row.count()).isEqualTo(3);
                assertThat(row.first()).isEmpty();
                assertThat(row.second().get(0).method()).isEqualTo("close");
              });
    }
  }

  @Test
  void capturesTheStacksOfTheFirst1024() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int i = 0; i < 1030; i++) {
        Caller.close(new Object(), probe.plain);
      }
      assertThat(probe.image().misuse())
          .extracting(row -> row.count() + " " + row.second().isEmpty())
          .containsExactly("1024 false", "6 true");
      // Stacks are no longer examined either, so closes within an opening method count, too.
      probe.rules.opens(probe.made, getClass().getName(), "fails");
      fails(probe.made);
      assertThat(probe.image().unknownCloses()).isEqualTo(1031);
    }
  }

  @Test
  void afterAnEventWasDroppedNoCloseIsMisuse() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Caller.close(new Object(), probe.plain);
      probe.writer.dropped(Loss.NO_HEAP);
      Caller.close(new Object(), probe.plain);
      assertThat(probe.image().unknownCloses()).isEqualTo(1);
    }
  }

  @Test
  void aCloseThatProvesToBeEarlyIsTakenBack() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField early = new WithField();
      Caller.close(early, probe.made);
      assertThat(probe.misuses(MisuseKind.CLOSE_OF_UNKNOWN)).isEqualTo(1);
      Hooks.opened(early, probe.made, null);
      assertThat(probe.image().misuse()).isEmpty();
      assertThat(probe.image().unknownCloses()).isZero();
    }
  }

  /** An ignored close still ends its resource, because no other close would follow. */
  @Test
  void aCloseThatProvesToBeEarlyClosesThoughItWasNotCounted() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int flags = RecordLayout.TYPE_BY_CONSTRUCTOR | RecordLayout.TYPE_UNKNOWN_CLOSE_IGNORED;
      int ignoring = probe.type("ignoring", flags, 0);
      WithField early = new WithField();
      TestProbe.close(early, ignoring);
      probe.open(early, ignoring, 1);
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(1);
      assertThat(probe.image().unknownCloses()).isZero();
    }
  }

  @Test
  void aCloseThatProvesToBeEarlyIsTakenBackThoughItsMisuseFoundNoRoom() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int stack = 0;
      while (probe.writer.misuse(MisuseKind.DOUBLE_CLOSE, 0, ++stack, 0, 0) > 0) {
        assertThat(stack).isLessThan(1 << 20);
      }
      WithField early = new WithField();
      Caller.close(early, probe.made);
      assertThat(probe.image().unknownCloses()).isEqualTo(1);
      Hooks.opened(early, probe.made, null);
      assertThat(probe.image().unknownCloses()).isZero();
    }
  }

  @Test
  void closesOfWhatMethodsOpenHideNoEarlyClose() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField early = new WithField();
      TestProbe.close(early, probe.made);
      for (int i = 0; i < 20; i++) {
        TestProbe.close(new Object(), probe.plain);
      }
      probe.open(early, probe.made, 1);
      assertThat(probe.slots()).isEmpty();
    }
  }

  /** Another thread may record the opening while the closing thread looks for the resource. */
  @Test
  void aCloseWhoseOpeningIsRecordedMeanwhileIsOneOfThatResource() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      FullHeap heap = new FullHeap();
      HookErrors errors = new HookErrors(probe.writer, probe, heap, () -> {});
      StackCapture stacks = new StackCapture(probe.writer, false, false, heap, errors);
      RecordedTypes types = new RecordedTypes(probe.writer, probe.rules);
      Resources resources = new Resources(probe.rules);
      WithField opened = probe.open(probe.made, 1);
      ThreadState thread = new ThreadStates(probe.writer).get();
      UnknownCloses closes =
          new UnknownCloses(probe.writer, probe.rules, resources, types, stacks, heap);
      assertThat(closes.closed(thread, opened, probe.made)).isSameAs(opened.$ttAllocResource);
      assertThat(closes.openedAfterAll(opened)).isFalse();
      assertThat(probe.image().unknownCloses()).isZero();
    }
  }

  @Test
  void aCloseWithinAnOpeningOfItsTypeIsNone() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.rules.opens(probe.made, getClass().getName(), "fails");
      fails(probe.made);
      assertThat(probe.image().unknownCloses()).isZero();
      // It is unknown which methods open this type, so any opening method may be one of them.
      fails(probe.plain);
      assertThat(probe.image().unknownCloses()).isZero();
      probe.rules.opens(probe.plain, getClass().getName(), "other");
      fails(probe.plain);
      assertThat(probe.image().unknownCloses()).isEqualTo(1);
    }
  }

  private static void fails(int rule) {
    TestProbe.close(new WithField(), rule);
  }

  @Test
  void whatAConstructorOpensMayReachAFinalizerUnopened() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Thread finalizer =
          new Thread(
              () -> {
                TestProbe.close(new WithField(), probe.made);
                TestProbe.close(new WithField(), probe.plain);
              },
              "Secondary finalizer");
      finalizer.start();
      finalizer.join();
      assertThat(probe.image().misuse())
          .extracting(row -> row.type().name())
          .containsExactly("plain");
    }
  }

  @Test
  void anObjectThatMayBeOlderThanTrackingIsNone() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.rules.olderThanTracking(WithField.class.getName());
      TestProbe.close(new WithField() {}, probe.plain);
      assertThat(probe.image().unknownCloses()).isZero();
      TestProbe.close(new Object(), probe.plain);
      assertThat(probe.image().unknownCloses()).isEqualTo(1);
    }
  }

  @Test
  void aCopyIsNoneAndDoesNotCloseItsOriginal() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField original = probe.open(probe.plain, 1);
      TestProbe.close(original.clone(), probe.plain);
      assertThat(probe.bytesOfSlots()).containsExactly(1L);
      TestProbe.close(original, probe.plain);
      TestProbe.close(original.clone(), probe.plain);
      assertThat(probe.image().unknownCloses()).isZero();
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(1);
      // The clone of an object that was never opened is unknown.
      TestProbe.close(new WithField().clone(), probe.plain);
      assertThat(probe.image().unknownCloses()).isEqualTo(1);
    }
  }

  @Test
  void whatNoConstructorCompletedIsNoneWhereEveryConstructorOpens() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.rules.everyConstructorOpens(WithField.class.getName());
      TestProbe.close(new WithField() {}, probe.plain);
      assertThat(probe.image().unknownCloses()).isZero();
      TestProbe.close(new Object(), probe.plain);
      assertThat(probe.image().unknownCloses()).isEqualTo(1);
    }
  }

  @Test
  void aCloseWithinAConstructorOfItsClassIsNone() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField closed = new ClosesItself(null, probe.plain);
      assertThat(probe.image().unknownCloses()).isZero();
      new ClosesItself(new Object(), probe.plain);
      assertThat(probe.image().unknownCloses()).isEqualTo(1);
      TestProbe.close(closed, probe.plain);
      assertThat(probe.image().unknownCloses()).isEqualTo(2);
    }
  }

  private static final class ClosesItself extends WithField {
    ClosesItself(@Nullable Object other, int rule) {
      TestProbe.close(other == null ? this : other, rule);
    }
  }

  @Test
  void aTypeMayIgnoreThem() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int ignoring = probe.type("ignoring", RecordLayout.TYPE_UNKNOWN_CLOSE_IGNORED, 0);
      TestProbe.close(new WithField(), ignoring);
      assertThat(probe.image().unknownCloses()).isZero();
      assertThat(probe.image().misuse()).isEmpty();
    }
  }
}
