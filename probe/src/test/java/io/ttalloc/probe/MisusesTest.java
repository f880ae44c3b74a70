package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probe.rule.ProbeType;
import io.ttalloc.probed.Caller;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closes and calls that are wrong although they leak nothing. */
class MisusesTest {
  @TempDir Path folder;

  static MisuseEntry only(TestProbe probe) throws Exception {
    List<MisuseEntry> all = probe.image().misuse();
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void aSecondCloseIsADoubleCloseWithBothStacks() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.owner, 1);
      Caller.close(resource, probe.owner);
      Caller.close(resource, probe.owner, null);
      Caller.close(resource, probe.owner, null);
      List<MisuseEntry> all = probe.image().misuse();
      assertThat(all)
          .hasSize(2)
          .allSatisfy(
              misuse -> {
                assertThat(misuse.kind()).isEqualTo(MisuseKind.DOUBLE_CLOSE);
                assertThat(misuse.type().name()).isEqualTo("owner");
                assertThat(misuse.count()).isEqualTo(1);
                assertThat(misuse.first().get(0).method()).isEqualTo("close");
                assertThat(misuse.second().get(0).method()).isEqualTo("close");
                assertThat(misuse.second()).isNotEqualTo(misuse.first());
              });
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(1);
    }
  }

  @Test
  void countsMisusesFromOneStackInOneRow() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      TestProbe.close(resource, probe.plain);
      for (int i = 0; i < 5; i++) {
        Caller.close(resource, probe.plain);
      }
      assertThat(only(probe).count()).isEqualTo(5);
    }
  }

  @Test
  void aSecondCloseOfAnIdempotentTypeIsNone() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.idempotent, 1);
      TestProbe.close(resource, probe.idempotent);
      TestProbe.close(resource, probe.idempotent);
      assertThat(probe.image().misuse()).isEmpty();
    }
  }

  @Test
  void aCloseWithinACloseOfTheSameIsNone() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      Object outer = Hooks.closing(resource, probe.plain);
      Object inner = Hooks.closing(resource, probe.plain);
      Hooks.closed(resource, inner, null);
      assertThat(probe.bytesOfSlots()).containsExactly(1L);
      Hooks.closed(resource, outer, null);
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.image().misuse()).isEmpty();
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(1);
    }
  }

  @Test
  void aMisuseHasTheLabelOfItsFirstResource() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      String[] attributes = new String[ProbeType.ATTRIBUTES];
      Arrays.fill(attributes, "");
      attributes[ProbeType.LABEL] = "its label";
      int flags = RecordLayout.TYPE_OWNER;
      for (int type :
          new int[] {
            probe.rules.add(
                new ProbeType(
                    "one",
                    "One",
                    0,
                    0,
                    false,
                    null,
                    ProbeType.LIMIT_NOT_SAID,
                    true,
                    false,
                    attributes,
                    List.of())),
            probe.rules.add(
                new ProbeType(
                    "own",
                    "Own",
                    flags,
                    0,
                    false,
                    null,
                    ProbeType.LIMIT_NOT_SAID,
                    true,
                    false,
                    attributes,
                    List.of()))
          }) {
        for (String label : List.of("x".repeat(2_000), "second", "third")) {
          WithField resource = new WithField();
          Hooks.opened(resource, type, 0, 0, 0, 0, null, null, true, false, label, null);
          TestProbe.close(resource, type);
          Caller.close(resource, type);
        }
      }
      assertThat(probe.image().misuse())
          .hasSize(2)
          .allMatch(row -> row.count() == 3 && row.moreLabels())
          .allSatisfy(
              row -> assertThat(row.label()).matches("x+\\.\\.\\.x+").hasSizeBetween(100, 1_000));
      assertThat(probe.image().misuse())
          .extracting(row -> row.type().name())
          .contains("one", "own");
    }
  }

  @Test
  void aCloseEndsOnce() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      Object token = Hooks.closing(resource, probe.plain);
      Hooks.closed(resource, token, null);
      Hooks.closed(resource, token, null);
      Hooks.closed(resource, token, new IllegalStateException("late"));
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.image().misuse()).isEmpty();
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(1);
      assertThat(probe.failures).isEmpty();
    }
  }

  @Test
  void aCloseWhileAnotherThreadClosesIsADoubleClose() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      WithField harmless = probe.open(probe.idempotent, 2);
      Object first = Hooks.closing(resource, probe.plain);
      Object harmlessFirst = Hooks.closing(harmless, probe.idempotent);
      Thread other =
          new Thread(
              () -> {
                Caller.close(resource, probe.plain);
                Caller.close(harmless, probe.idempotent);
              });
      other.start();
      other.join();
      Hooks.closed(resource, first, null);
      Hooks.closed(harmless, harmlessFirst, null);
      MisuseEntry misuse = only(probe);
      assertThat(misuse.kind()).isEqualTo(MisuseKind.DOUBLE_CLOSE);
      assertThat(misuse.detail()).isEqualTo("the first close was still running, on another thread");
      assertThat(misuse.first()).isEmpty();
      assertThat(misuse.second().get(0).method()).isEqualTo("close");
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(2);
    }
  }

  @Test
  void aCloseThatThrowsLeavesTheResourceOpen() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = new WithField();
      Caller.open(resource, probe.plain);
      Caller.close(resource, probe.plain, new IllegalStateException("no"));
      assertThat(probe.slots())
          .singleElement()
          .satisfies(slot -> assertThat(slot.closeFailed()).isTrue());
      MisuseEntry misuse = only(probe);
      assertThat(misuse.kind()).isEqualTo(MisuseKind.CLOSE_FAILED);
      assertThat(misuse.detail()).isEqualTo("the close threw java.lang.IllegalStateException");
      assertThat(misuse.first().get(0).method()).isEqualTo("open");
      assertThat(misuse.second().get(0).method()).isEqualTo("close");
      assertThat(probe.sum(tally -> tally.closes().failed())).isEqualTo(1);
      assertThat(probe.sum(tally -> tally.closed())).isZero();
    }
  }

  @Test
  void whatAnInnerCloseHasClosedStaysClosedIfTheOuterOneThrows() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      WithField other = probe.open(probe.plain, 1);
      Object outer = Hooks.closing(resource, probe.plain);
      Caller.close(resource, probe.plain);
      Object outerOfOther = Hooks.closing(other, probe.plain);
      Caller.close(other, probe.plain);
      Hooks.closed(other, outerOfOther, null);
      Hooks.closed(resource, outer, new IllegalStateException("flush"));
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.image().misuse()).isEmpty();
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(2);
    }
  }

  @Test
  void anInnerCloseThatThrowsClosesNothing() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      WithField other = probe.open(probe.plain, 1);
      Object outer = Hooks.closing(resource, probe.plain);
      TestProbe.closeFailing(resource, probe.plain);
      Hooks.closed(resource, outer, new IllegalStateException("no"));
      Object outerOfOther = Hooks.closing(other, probe.plain);
      Hooks.closed(other, outerOfOther, new IllegalStateException("no"));
      assertThat(probe.slots()).hasSize(2);
      assertThat(probe.misuses(MisuseKind.CLOSE_FAILED)).isEqualTo(2);
      assertThat(probe.sum(tally -> tally.closed())).isZero();
    }
  }

  @Test
  void aCloseAfterOneThatThrewIsNoDoubleClose() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      TestProbe.closeFailing(resource, probe.plain);
      TestProbe.closeFailing(resource, probe.plain);
      TestProbe.close(resource, probe.plain);
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.misuses(MisuseKind.CLOSE_FAILED)).isEqualTo(2);
      assertThat(probe.misuses(MisuseKind.DOUBLE_CLOSE)).isZero();
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(1);
    }
  }

  @Test
  void countsClosesOfWhatWasNeverOpened() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int i = 0; i < 40; i++) {
        TestProbe.close(i % 2 == 0 ? new Object() : new WithField(), probe.plain);
      }
      assertThat(probe.image().unknownCloses()).isEqualTo(40);
      assertThat(probe.tallies()).isEmpty();
    }
  }
}
