package io.ttalloc.agent.jmx;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.log.Reason;
import io.ttalloc.analysis.finding.LeakChanges;
import io.ttalloc.analysis.wording.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;
import javax.management.NotificationFilter;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** Notifies of leaks and of their ends, and knows how many listen. Thread-safe. */
abstract class LeakNotices extends NotificationBroadcasterSupport implements LeakWatch.Sink {
  static final String FOUND = "io.ttalloc.leak.found";
  static final String CLOSED = "io.ttalloc.leak.closed";
  static final String NOT_A_LEAK = "io.ttalloc.leak.not-a-leak";

  private record Listener(
      NotificationListener listener,
      @Nullable NotificationFilter filter,
      @Nullable Object handback,
      AtomicBoolean failed) {
    /** Whatever it throws, there are others to tell; a line for the first time. */
    void hear(Notification told) {
      try {
        if (filter == null || filter.isNotificationEnabled(told)) {
          listener.handleNotification(told, handback);
        }
      } catch (Throwable e) {
        if (!failed.getAndSet(true)) {
          Console.line(
              "a listener of "
                  + LedgerBean.NAME
                  + ", "
                  + listener.getClass().getName()
                  + ", failed ("
                  + Reason.of(e)
                  + "); the others are told, and so is it of what comes next");
        }
      }
    }

    /** By identity, as the super class compares. */
    @SuppressWarnings("ReferenceEquality")
    boolean is(NotificationListener other) {
      return listener == other;
    }
  }

  private final ObjectName name;
  private final AtomicLong sequence = new AtomicLong();

  /** Guarded by itself. */
  private final List<Listener> listeners = new ArrayList<>();

  LeakNotices(ObjectName name) {
    super(
        new MBeanNotificationInfo(
            new String[] {FOUND, CLOSED, NOT_A_LEAK},
            Notification.class.getName(),
            "A finding became a leak, or is none any more; its user data are an item of Findings"));
    this.name = name;
  }

  /** Is told when their number has changed. */
  abstract void listeners(int now);

  @Override
  public void addNotificationListener(
      NotificationListener listener,
      @Nullable NotificationFilter filter,
      @Nullable Object handback) {
    super.addNotificationListener(listener, filter, handback);
    synchronized (listeners) {
      listeners.add(new Listener(listener, filter, handback, new AtomicBoolean()));
      listeners(listeners.size());
    }
  }

  @Override
  public void removeNotificationListener(NotificationListener listener)
      throws ListenerNotFoundException {
    super.removeNotificationListener(listener);
    synchronized (listeners) {
      listeners.removeIf(each -> each.is(listener));
      listeners(listeners.size());
    }
  }

  @Override
  public void removeNotificationListener(
      NotificationListener listener, @Nullable NotificationFilter filter, @Nullable Object handback)
      throws ListenerNotFoundException {
    super.removeNotificationListener(listener, filter, handback);
    synchronized (listeners) {
      for (int i = 0; i < listeners.size(); i++) {
        Listener each = listeners.get(i);
        if (each.is(listener)
            && Objects.equals(each.filter(), filter)
            && Objects.equals(each.handback(), handback)) {
          listeners.remove(i);
          break;
        }
      }
      listeners(listeners.size());
    }
  }

  @Override
  public void tell(LeakChanges.Change<FindingFacts> change, BeanJudgement by, boolean mayBeOpen) {
    FindingFacts facts = change.facts();
    String type = !change.ended() ? FOUND : mayBeOpen ? NOT_A_LEAK : CLOSED;
    String became = !change.ended() ? "a leak" : mayBeOpen ? "not a leak any more" : "closed";
    String message =
        "%s, %s: %s, %s, opened by %s"
            .formatted(
                facts.verdict(),
                became,
                Numbers.counted(facts.count(), facts.type()),
                Numbers.bytes(facts.bytes()),
                facts.title());
    Notification notification =
        new Notification(type, name, sequence.incrementAndGet(), by.at().toEpochMilli(), message);
    notification.setUserData(facts.toData());
    sendNotification(notification);
  }

  /** Not by the super class, which goes on after exceptions and ends with an error. */
  @Override
  public void sendNotification(Notification notification) {
    List<Listener> now;
    synchronized (listeners) {
      now = List.copyOf(listeners);
    }
    for (Listener each : now) {
      each.hear(notification);
    }
  }
}
