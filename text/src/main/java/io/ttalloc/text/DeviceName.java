package io.ttalloc.text;

/** Formats a device number for reports and events. */
public final class DeviceName {
  private DeviceName() {}

  /**
   * The name: {@code 3}, or {@code several}.
   *
   * @param device the device's number; negative if it stands for several devices
   */
  public static String of(int device) {
    return device < 0 ? "several" : Integer.toString(device);
  }
}
