package io.ttalloc.serve.notify;

import static io.ttalloc.serve.notify.SampleLeaks.first;
import static io.ttalloc.serve.notify.SampleLeaks.last;
import static io.ttalloc.serve.notify.SampleLeaks.leftOpen;
import static io.ttalloc.serve.notify.SampleLeaks.notJudged;
import static io.ttalloc.serve.notify.SampleLeaks.process;
import static io.ttalloc.serve.notify.SampleLeaks.running;
import static io.ttalloc.serve.notify.SampleLeaks.state;
import static io.ttalloc.watch.ledgers.ProcessState.ENDED;
import static io.ttalloc.watch.ledgers.ProcessState.KILLED;
import static io.ttalloc.watch.ledgers.ProcessState.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.watch.ReportDigest;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LeakTrackerTest {
  private final AtomicInteger ids = new AtomicInteger();
  private final LeakTracker tracker = new LeakTracker(() -> "id-" + ids.incrementAndGet());

  /**
   * Returns the events for the next report on a running process, each as the event, the number of
   * resources and the title.
   */
  private List<String> runs(ReportDigest digest) {
    return said(tracker.next(state(process(7, RUNNING, digest))));
  }

  private static List<String> said(List<LeakEvent> events) {
    return events.stream()
        .map(
            event ->
                (event.end() == null ? "leak" : event.end().word())
                    + " "
                    + event.facts().sum().count()
                    + " "
                    + event.facts().sum().title().text())
        .toList();
  }

  @Test
  void whileAProcessRunsTheSecondReportThatSaysSoCounts() {
    assertThat(runs(running(leftOpen("main")))).isEmpty();
    assertThat(runs(running(leftOpen("main", "main")))).containsExactly("leak 2 Main.main");
    assertThat(runs(running(leftOpen("main")))).isEmpty();
  }

  @Test
  void aReportThatIsSeenTwiceIsOne() {
    ReportDigest digest = running(leftOpen("main"));
    runs(digest);

    assertThat(runs(digest)).isEmpty();
  }

  /**
   * The leak is in every second report, which was read in the middle of a change, but never in two
   * reports in a row.
   */
  @Test
  void aChangeInOneReportAloneIsNotReported() {
    runs(running(leftOpen("main")));
    assertThat(runs(running(notJudged("main")))).isEmpty();
    assertThat(runs(running(leftOpen("main")))).isEmpty();
    assertThat(runs(running(notJudged("main")))).isEmpty();
  }

  @Test
  void theReportOnAnEndCountsAtOnce() {
    assertThat(said(tracker.next(state(process(7, ENDED, last(leftOpen("main", "other")))))))
        .containsExactlyInAnyOrder("leak 1 Main.main", "leak 1 Main.other");
  }

  @Test
  void whatIsNotOpenAnyMoreInTwoReportsIsClosed() {
    runs(running(leftOpen("main")));
    runs(running(leftOpen("main")));

    assertThat(runs(running(leftOpen()))).isEmpty();
    assertThat(runs(running(leftOpen("main")))).isEmpty();
    assertThat(runs(running(leftOpen()))).isEmpty();
    assertThat(runs(running(leftOpen()))).containsExactly("closed 1 Main.main");
    assertThat(runs(running(leftOpen()))).isEmpty();
  }

  @Test
  void whatIsOpenAndNoLeakAnyMoreIsNotClosed() {
    runs(running(leftOpen("main")));
    runs(running(leftOpen("main")));

    assertThat(said(tracker.next(state(process(7, KILLED, last(notJudged("main")))))))
        .containsExactly("not-a-leak 1 Main.main");
  }

  @Test
  void aProcessWhoseLedgerIsGoneHasNoLeaks() {
    tracker.next(
        state(
            process(7, ENDED, last(leftOpen("main"))),
            process("8.ledger", 8, ENDED, false, last(leftOpen("other")))));

    assertThat(
            said(tracker.next(state(process("8.ledger", 8, ENDED, true, last(leftOpen("other")))))))
        .containsExactlyInAnyOrder("process-gone 1 Main.main", "process-gone 1 Main.other");
    assertThat(tracker.next(state())).isEmpty();
  }

  /** There are no more reports on the process, but its leaks do not end while it is running. */
  @Test
  void whileAProcessRunsItsDeletedLedgerEndsNothing() {
    runs(running(leftOpen("main")));
    runs(running(leftOpen("main")));

    assertThat(tracker.next(state(process("run.ledger", 7, RUNNING, true, null)))).isEmpty();
  }

  @Test
  void aLeakThatComesBackIsAnotherEvent() {
    LeakEvent one = tracker.next(state(process(7, ENDED, last(leftOpen("main"))))).get(0);
    LeakEvent end = tracker.next(state()).get(0);
    LeakEvent two = tracker.next(state(process(7, ENDED, last(leftOpen("main"))))).get(0);

    assertThat(List.of(one.id(), end.id(), two.id())).doesNotHaveDuplicates();
    assertThat(two.end()).isNull();
  }

  /** A report lists a limited number of entries, so a leak that is not listed may still exist. */
  @Test
  void whatAReportLeavesOutHasNotEnded() {
    runs(running(leftOpen("main", "other")));
    runs(running(leftOpen("main", "other")));

    runs(first(1, leftOpen("main", "other")));
    assertThat(runs(first(1, leftOpen("main", "other")))).isEmpty();
  }

  @Test
  void aCopyOfALedgerIsTheSameProcess() {
    assertThat(
            tracker.next(
                state(
                    process(7, ENDED, last(leftOpen("main"))),
                    process("copy.ledger", 7, ENDED, false, last(leftOpen("main"))))))
        .hasSize(1);
  }

  @Test
  void twoPlacesOfOneStackInTwoReportsAreTheFactsOfTheLatest() {
    runs(running(leftOpen("main")));
    LeakEvent event =
        tracker.next(state(process(7, RUNNING, running(leftOpen("main", "main"))))).get(0);

    assertThat(event.facts().sum().count()).isEqualTo(2);
    assertThat(event.facts().verdict()).isEqualTo("LEFT_OPEN");
    assertThat(event.facts().why()).isNotEmpty();
    assertThat(event.facts().openedBy().get(0).method()).isEqualTo("main");
  }
}
