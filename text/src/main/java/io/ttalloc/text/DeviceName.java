package io.ttalloc.text;

/** A device by its number, as reports and events name it. */
public final class DeviceName {
  private DeviceName() {}

  /**
   * {@code 3}, or {@code several}.
   *
   * @param device negative if it stands for several devices
   */
  public static String of(int device) {
    return device < 0 ? "several" : Integer.toString(device);
  }
}
