package io.ttalloc.ledger.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much memory of the machine a process occupies, as the system counts it ({@code VmRSS} of
 * {@code /proc/PID/status}). Stateless.
 */
public final class ResidentMemory {
  /** Where the system does not say it, or the process has ended. */
  public static final long UNKNOWN = -1;

  private static final String KEY = "VmRSS:";
  private static final String UNIT = " kB";

  private ResidentMemory() {}

  /** The bytes that a process occupies now; {@link #UNKNOWN} if that cannot be had. */
  public static long ofProcess(long pid) {
    return read(Path.of("/proc", Long.toString(pid), "status"));
  }

  static long read(Path status) {
    try {
      return parse(Files.readString(status, StandardCharsets.ISO_8859_1));
    } catch (IOException | RuntimeException e) {
      // No such file: another system, or nobody by that number any more.
      return UNKNOWN;
    }
  }

  private static long parse(String status) {
    for (String line : status.split("\n", -1)) {
      if (line.startsWith(KEY) && line.endsWith(UNIT)) {
        String number = line.substring(KEY.length(), line.length() - UNIT.length()).trim();
        return Math.multiplyExact(Long.parseLong(number), 1024L);
      }
    }
    return UNKNOWN;
  }
}
