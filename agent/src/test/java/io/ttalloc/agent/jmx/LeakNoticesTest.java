package io.ttalloc.agent.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.agent.log.Console;
import io.ttalloc.analysis.finding.LeakChanges;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationFilter;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeakNoticesTest {
  private static final FindingFacts FACTS =
      new FindingFacts(
          "f1",
          "LOST",
          true,
          false,
          "handle",
          "com.acme.Handle",
          3,
          4_096,
          "site",
          "Main.main",
          List.of("why"),
          "fix");

  private final List<Integer> numbers = new ArrayList<>();
  private final List<Notification> heard = new ArrayList<>();
  private LeakNotices notices;

  @BeforeEach
  void begin() throws Exception {
    notices =
        new LeakNotices(new ObjectName(LedgerBean.NAME)) {
          @Override
          void listeners(int now) {
            numbers.add(now);
          }
        };
  }

  private void tell(boolean ended, boolean mayBeOpen) {
    BeanJudgement by =
        new BeanJudgement(Instant.ofEpochMilli(7), 1, 0, List.of(), 0, List.of(), Map.of(), true);
    notices.tell(new LeakChanges.Change<>("f1", FACTS, ended), by, mayBeOpen);
  }

  @Test
  void tellsWhatHasBecomeOfALeak() {
    notices.addNotificationListener((told, handback) -> heard.add(told), null, null);
    tell(false, true);
    tell(true, true);
    tell(true, false);

    assertThat(heard)
        .extracting(Notification::getType)
        .containsExactly(
            "io.ttalloc.leak.found", "io.ttalloc.leak.not-a-leak", "io.ttalloc.leak.closed");
    assertThat(heard)
        .extracting(Notification::getMessage)
        .containsExactly(
            "LOST, a leak: 3 handles, 4,096 B, opened by Main.main",
            "LOST, not a leak any more: 3 handles, 4,096 B, opened by Main.main",
            "LOST, closed: 3 handles, 4,096 B, opened by Main.main");
    assertThat(heard).extracting(Notification::getSequenceNumber).containsExactly(1L, 2L, 3L);
    assertThat(heard.get(0).getTimeStamp()).isEqualTo(7);
    assertThat(((CompositeData) heard.get(0).getUserData()).get("fingerprint")).isEqualTo("f1");
  }

  @Test
  void tellsEachWhateverAnotherThrows() {
    List<String> lines = new ArrayList<>();
    NotificationFilter hostile =
        told -> {
          throw new StackOverflowError("filter");
        };
    notices.addNotificationListener(
        (told, handback) -> {
          throw new StackOverflowError("listener");
        },
        null,
        null);
    notices.addNotificationListener((told, handback) -> {}, hostile, null);
    notices.addNotificationListener((told, handback) -> heard.add(told), null, null);

    Console.hold(lines);
    try {
      tell(false, true);
      tell(true, true);
    } finally {
      Console.hold(null);
    }

    assertThat(heard).hasSize(2);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .contains("LeakNoticesTest", "failed (java.lang.StackOverflowError: listener)");
  }

  /** A listener may be there several times, and be removed one by one or as a whole. */
  @Test
  void knowsHowManyListen() throws Exception {
    NotificationListener listener = (told, handback) -> heard.add(told);
    NotificationFilter filter = told -> true;
    notices.addNotificationListener(listener, null, null);
    notices.addNotificationListener(listener, filter, "x");
    notices.addNotificationListener((told, handback) -> {}, null, null);
    notices.removeNotificationListener(listener, filter, "x");
    assertThatThrownBy(() -> notices.removeNotificationListener(listener, filter, "x"))
        .isInstanceOf(ListenerNotFoundException.class);
    notices.addNotificationListener(listener, filter, "x");
    notices.addNotificationListener(listener, filter, "x");
    notices.removeNotificationListener(listener, filter, "x");
    notices.removeNotificationListener(listener);

    assertThat(numbers).containsExactly(1, 2, 3, 2, 3, 4, 3, 1);
    tell(false, true);
    assertThat(heard).isEmpty();
  }
}
