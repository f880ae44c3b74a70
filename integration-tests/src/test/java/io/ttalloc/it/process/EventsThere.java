package io.ttalloc.it.process;

import io.ttalloc.testing.Await;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/** The event types that JDK Flight Recorder knows in this process. */
final class EventsThere {
  private static final int ALL = 4;

  private EventsThere() {}

  /**
   * Returns the event types that the agent has registered during a recording. The agent registers
   * them on another thread, which may take a moment.
   *
   * @param awaited whether to wait for all of them
   */
  static Set<String> ofAgent(boolean awaited) {
    try (Recording recording = new Recording()) {
      recording.start();
      Await.until(() -> !awaited || registered().size() >= ALL);
      return registered();
    }
  }

  private static Set<String> registered() {
    Set<String> found = new TreeSet<>();
    for (EventType type : FlightRecorder.getFlightRecorder().getEventTypes()) {
      if (type.getName().startsWith("ttalloc.")) {
        found.add(type.getName());
      }
    }
    return found;
  }
}
