package io.ttalloc.serve.notify;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name by which other machines know this machine. */
public final class HostName {
  private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");
  private static final int MAX_LENGTH = 255;

  private HostName() {}

  /** Returns the name; {@code unknown} if the machine has none. May query DNS. */
  public static String ofThisMachine() {
    String name = name().strip();
    return name.isEmpty() ? "unknown" : name.substring(0, Math.min(MAX_LENGTH, name.length()));
  }

  private static String name() {
    try {
      return Files.readString(KERNEL);
    } catch (IOException e) {
      // This is not Linux.
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "";
    }
  }
}
