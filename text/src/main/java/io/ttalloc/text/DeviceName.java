package io.ttalloc.text;

/** Formats a device number for reports and events. */
public final class DeviceName {
  private DeviceName() {}

  /**
   * Returns the name of a device: {@code 3}, or {@code several}.
   *
   * @param device the device's number; negative for several devices
   */
  public static String of(int device) {
    return device < 0 ? "several" : Integer.toString(device);
  }
}
