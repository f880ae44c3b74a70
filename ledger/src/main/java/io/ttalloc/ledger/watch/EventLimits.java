package io.ttalloc.ledger.watch;

/**
 * Limits on the number of events that each reading returns. If there are more, the latest ones are
 * returned.
 *
 * @param onDevices the maximum number of events on devices
 * @param others the maximum number of other events
 */
public record EventLimits(int onDevices, int others) {
  /** No events. */
  public static final EventLimits NONE = new EventLimits(0, 0);

  /**
   * The number of events to examine in each ring. If the process has devices, more events are
   * examined, because events on devices may lie between other events.
   */
  int toLookAt(boolean hasDevices) {
    return hasDevices && onDevices > 0 ? Math.max(others, 4 * onDevices) : others;
  }
}
