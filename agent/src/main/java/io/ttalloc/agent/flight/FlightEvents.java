package io.ttalloc.agent.flight;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.ledger.LedgerContent;
import io.ttalloc.ledger.read.OwnRecords;
import io.ttalloc.ledger.watch.LedgerPulse;
import io.ttalloc.ledger.watch.LedgerWatch;
import io.ttalloc.probe.Probe;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;

/**
 * Registers the events with JDK Flight Recorder. While a recording has enabled an event that only
 * hooks can emit, the probe reports openings and closes to {@link ResourceEvents}. Thread-safe.
 */
final class FlightEvents implements FlightRecorderListener {
  /** Classes that the recorder loads when the first event with a string is committed. */
  private static final List<String> NEEDED_TO_COMMIT =
      List.of(
          "jdk.jfr.internal.StringPool",
          "jdk.jfr.internal.EventWriter",
          "jdk.jfr.internal.event.EventWriter");

  private static final List<Class<? extends Event>> OF_HOOKS =
      List.of(ResourceOpenedEvent.class, ResourceClosedEvent.class, ResourceLostEvent.class);

  private final LedgerWatch ledger;
  private final ResourceEvents resources;

  private FlightEvents(LedgerContent content, Path path) {
    ledger = LedgerWatch.ofOwn(content, path);
    resources = new ResourceEvents(new OwnRecords(content));
  }

  /**
   * Registers the events. Must be called inside {@code Probe.unseen}. If registering fails, there
   * are no events, but nothing else is affected.
   *
   * @param content the content of this process's ledger
   * @param path the path of this process's ledger
   */
  static void begin(LedgerContent content, Path path) {
    try {
      FlightEvents events = new FlightEvents(content, path);
      for (Class<? extends Event> type : OF_HOOKS) {
        FlightRecorder.register(type);
      }
      ResourceEvents.warmUp();
      loadWhatCommitsNeed();
      FlightRecorder.addListener(events);
      FlightRecorder.addPeriodicEvent(LedgerStatisticsEvent.class, events::everyPeriod);
      events.listenIfWanted();
    } catch (Throwable e) {
      AgentLog.of("flight").info("cannot emit events for JDK Flight Recorder", e);
    }
  }

  /** Loads the classes that committing an event needs, so that no hook has to. */
  private static void loadWhatCommitsNeed() {
    for (String name : NEEDED_TO_COMMIT) {
      try {
        Class<?> unused = Class.forName(name, true, null);
      } catch (ClassNotFoundException | LinkageError e) {
        // Other JDK versions have other classes.
      }
    }
  }

  @Override
  public void recordingStateChanged(Recording recording) {
    listenIfWanted();
  }

  private synchronized void listenIfWanted() {
    boolean enabled = false;
    for (Class<? extends Event> type : OF_HOOKS) {
      enabled |= EventType.getEventType(type).isEnabled();
    }
    if (enabled) {
      Probe.listen(resources);
    } else {
      Probe.listenNoMore(resources);
    }
  }

  /** Called on a thread of the recorder whenever a recording requests the statistics. */
  private void everyPeriod() {
    Probe.unseen(this::statistics);
    // The settings of a recording may change while it runs.
    listenIfWanted();
  }

  private synchronized void statistics() {
    LedgerStatisticsEvent event = new LedgerStatisticsEvent();
    if (!event.isEnabled()) {
      return;
    }
    try {
      LedgerPulse pulse = ledger.read();
      event.opened = pulse.opened();
      event.closed = pulse.closed();
      event.collected = pulse.collected();
      event.dropped = pulse.dropped();
      event.deviceBytes = pulse.deviceBytes();
      event.commit();
    } catch (IOException e) {
      AgentLog.of("flight").info("cannot emit statistics for JDK Flight Recorder", e);
    }
  }
}
