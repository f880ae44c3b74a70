package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.probe.resource.KeyTable;
import io.ttalloc.probed.NumberGiver;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers that are opened while they are open, by another opening or by the same one. */
class NumbersOpenedAgainTest {
  @TempDir Path folder;

  private static void close(long value, int rule) {
    Object keyed = Hooks.keyed(value, rule, KeyTable.CLOSED);
    TestProbe.close(Objects.requireNonNull(keyed), rule);
  }

  private static void assertReported(TestProbe probe, String... lines) throws Exception {
    assertThat(probe.failures).isEmpty();
    assertThat(probe.openedAgain).containsExactly(lines);
    if (lines.length == 0) {
      assertThat(probe.image().process().gaps()).isEmpty();
    } else {
      assertThat(probe.image().process().gaps()).containsExactly(Gap.NUMBER_OPENED_AGAIN);
    }
  }

  @Test
  void isReportedOnceForEachType() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int i = 0; i < 3; i++) {
        NumberGiver.create(77, probe.plain);
        NumberGiver.create(78, probe.plain);
        NumberGiver.create(77, probe.placed);
      }

      assertReported(probe, "plain 77", "placed 77");
      assertThat(probe.sum("plain", TallyEntry::opened)).isEqualTo(2);
    }
  }

  @Test
  void isReportedForCallsFromDifferentDepths() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      NumberGiver.createDeeper(77, probe.plain);
      NumberGiver.create(77, probe.plain);
      NumberGiver.create(78, probe.placed);
      NumberGiver.createDeeper(78, probe.placed);

      assertReported(probe, "plain 77", "placed 78");
    }
  }

  @Test
  void isReportedForAnotherThread() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      NumberGiver.create(77, probe.plain);
      Thread other = new Thread(() -> NumberGiver.create(77, probe.plain));
      other.start();
      other.join();

      assertReported(probe, "plain 77");
    }
  }

  @Test
  void isReportedForTheSameObject() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Object pool = new Object();
      for (int i = 0; i < 2; i++) {
        Object keyed = Hooks.keyedOf(7, pool, probe.plain, KeyTable.OPENED);
        Hooks.opened(keyed, probe.plain, new Throwable());
      }

      assertReported(probe, "plain 7 of an object");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 1_500})
  void callsOfWhichOneReturnsWhatTheInnerOneGaveOutAreOneOpening(int depth) throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int i = 0; i < 2; i++) {
        NumberGiver.createOutside(77, depth, probe.plain);
        close(77, probe.plain);
      }
      assertReported(probe);
      assertThat(probe.sum("plain", TallyEntry::opened)).isEqualTo(2);

      for (int i = 0; i < 2; i++) {
        NumberGiver.createOutside(77, depth, probe.plain);
      }
      assertReported(probe, "plain 77");
    }
  }

  @Test
  void rulesThatNameOneMethodAreOneOpening() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int other = probe.type("plain", 0, 0);
      NumberGiver.createByTwoRules(77, probe.plain, other);
      assertReported(probe);

      for (int i = 0; i < 2; i++) {
        NumberGiver.createByTwoRules(78, probe.plain, other);
      }
      assertReported(probe, "plain 78");
    }
  }

  @Test
  void whatIsAdoptedMayBeOpen() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      NumberGiver.adopt(77, probe.plain);
      NumberGiver.adopt(77, probe.plain);

      assertReported(probe);
      assertThat(probe.sum("plain", TallyEntry::opened)).isEqualTo(1);
    }
  }

  @Test
  void aNumberWhoseCloseHasBegunMayBeGivenOutAgain() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      NumberGiver.create(77, probe.plain);
      Object closing = Objects.requireNonNull(Hooks.keyed(77, probe.plain, KeyTable.CLOSED));
      Object token = Hooks.closing(closing, probe.plain);
      NumberGiver.create(77, probe.plain);
      Hooks.closed(closing, token, null);

      assertReported(probe);
    }
  }

  @Test
  void withoutStacksTheLastNumberOfTheThreadIsTakenForOneOpening() throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      NumberGiver.create(77, probe.plain);
      NumberGiver.create(77, probe.plain);
      assertReported(probe);

      NumberGiver.create(78, probe.plain);
      NumberGiver.create(77, probe.plain);
      assertReported(probe, "plain 77");
    }
  }
}
