package io.ttalloc.probe;

import io.ttalloc.testing.Reliability;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Repeats the stress tests that every build runs only briefly, because a failure in one of several
 * hundred runs is also a defect. {@code -Dttalloc.stressRuns=2000} sets the number of runs; the
 * default is 50, or the percentage of 50 given by {@code -Dttalloc.effort}.
 */
@Reliability
class LongStressTest {
  static IntStream runs() {
    int usual = Math.max(1, 50 * Integer.getInteger("ttalloc.effort", 100) / 100);
    return IntStream.rangeClosed(1, Integer.getInteger("ttalloc.stressRuns", usual));
  }

  @Nested
  class OfOwnership extends OwnershipStressTest {
    @Override
    int steps() {
      return 20_000;
    }

    @ParameterizedTest
    @MethodSource("io.ttalloc.probe.LongStressTest#runs")
    void whatIsOwnedHeldAndHandedOnIsAllClosedInTheEnd(int run) throws Exception {
      whatIsOwnedHeldAndHandedOnIsAllClosedInTheEnd();
    }
  }

  @Nested
  class OfHandingOn extends HoldWhileClosingStressTest {
    @Override
    int races() {
      return 10_000;
    }

    @ParameterizedTest
    @MethodSource("io.ttalloc.probe.LongStressTest#runs")
    void nothingOfItIsWrittenIntoTheNextResource(int run) throws Exception {
      nothingOfItIsWrittenIntoTheNextResource();
    }
  }

  @Nested
  class OfTheModel extends ModelStressTest {
    @ParameterizedTest
    @MethodSource("io.ttalloc.probe.LongStressTest#runs")
    void theLedgerOfSeveralThreadsSaysWhatTheModelSays(int run) throws Exception {
      theLedgerOfSeveralThreadsSaysWhatTheModelSays();
    }
  }
}
