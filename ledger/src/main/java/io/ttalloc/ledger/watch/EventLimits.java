package io.ttalloc.ledger.watch;

/**
 * How many of the latest events are returned at each reading.
 *
 * @param onDevices of those that changed what is in use on devices
 * @param others of all others
 */
public record EventLimits(int onDevices, int others) {
  /** No events. */
  public static final EventLimits NONE = new EventLimits(0, 0);

  /**
   * How many events of a ring are looked at. Events on devices may lie between others; in a process
   * without devices there are none to look for.
   */
  int toLookAt(boolean hasDevices) {
    return hasDevices && onDevices > 0 ? Math.max(others, 4 * onDevices) : others;
  }
}
