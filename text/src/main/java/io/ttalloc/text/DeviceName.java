package io.ttalloc.text;

/** Names a device by its number, as reports and events do. */
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
