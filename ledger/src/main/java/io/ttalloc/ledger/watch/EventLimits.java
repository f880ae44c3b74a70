package io.ttalloc.ledger.watch;

/**
 * The maximum number of the latest events that are returned at each reading.
 *
 * @param onDevices the maximum number of events that changed what is in use on devices
 * @param others the maximum number of other events
 */
public record EventLimits(int onDevices, int others) {
  /** No events. */
  public static final EventLimits NONE = new EventLimits(0, 0);

  /**
   * The number of events of a ring to examine. Device events may lie between others; in a process
   * without devices there are none to search for.
   */
  int toLookAt(boolean hasDevices) {
    return hasDevices && onDevices > 0 ? Math.max(others, 4 * onDevices) : others;
  }
}
