package io.ttalloc.analysis.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.reason.NumberReason;
import io.ttalloc.analysis.reason.OwnerReason;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.SomeReason;
import io.ttalloc.analysis.reason.StateReason;
import io.ttalloc.analysis.report.ReasonText;
import io.ttalloc.ledger.record.Frame;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReasonSumTest {
  private static final Frame TAKER = new Frame("com.acme.Shop", "buy", "Shop.java", 7);

  @Test
  void numbersOfResourcesAreAddedUpAndOthersAreNot() {
    Reason limit = new StateReason.OverLimit(TimeUnit.MINUTES.toNanos(1), 1, 1);
    Reason grows = new NumberReason.Grows(false, List.of(1L, 2L, 3L), 12);

    List<Reason> sum =
        ReasonSum.of(
            List.of(
                List.of(new StateReason.Reclaimed(2, 5), limit, grows),
                List.of(new StateReason.Reclaimed(1_000, 2_000), limit, grows)));

    assertThat(ReasonText.of(sum))
        .containsExactly(
            "1,002 of 2,005 were closed by a Cleaner, finalizer or the like, not by the program",
            "in use for longer than the limit of 1 min 0 s",
            "open after 3 of 12 cycles: 1, 2, 3; the number rose in 3 of 3");
  }

  @Test
  void whatWasTakenAtOnePlaceIsAddedUpThere() {
    Reason all = new OwnerReason.LastTaken(List.of(taken(3)), false, 3);
    Reason some = new OwnerReason.LastTaken(List.of(taken(1)), false, 5);

    assertThat(ReasonText.of(ReasonSum.of(List.of(List.of(all), List.of(all)))))
        .containsExactly("last taken from the Pool at Shop.buy(Shop.java:7)");
    assertThat(ReasonText.of(ReasonSum.of(List.of(List.of(all), List.of(some)))))
        .containsExactly("4 last taken from the Pool at Shop.buy(Shop.java:7)");
  }

  private static OwnerReason.Taken taken(long count) {
    return new OwnerReason.Taken("com.acme.Pool", TAKER, count);
  }

  @Test
  void ofTheOthersTheMostFrequentAreKept() {
    Reason one = new StateReason.Folded(1);
    Reason frequent = Reason.Fact.STACK_CUT;

    List<Reason> sum =
        ReasonSum.of(
            List.of(
                List.of(Reason.Fact.FOR_GOOD, one, Reason.Fact.IN_CACHE, Reason.Fact.NO_ROOT),
                List.of(Reason.Fact.FOR_GOOD, Reason.Fact.CLOSE_RUNNING, frequent),
                List.of(Reason.Fact.FOR_GOOD, frequent)));

    assertThat(sum)
        .containsExactly(
            Reason.Fact.FOR_GOOD,
            new SomeReason.OfSome(frequent, 2, 3),
            new SomeReason.OfSome(one, 1, 3),
            new SomeReason.OfSome(Reason.Fact.IN_CACHE, 1, 3),
            new SomeReason.More(2));
  }
}
