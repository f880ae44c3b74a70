package io.ttalloc.ledger.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads how much physical memory a process occupies, according to the operating system ({@code
 * VmRSS} in {@code /proc/PID/status}). Stateless.
 */
public final class ResidentMemory {
  /**
   * The result if the operating system does not provide the number, or if the process has ended.
   */
  public static final long UNKNOWN = -1;

  private static final String KEY = "VmRSS:";
  private static final String UNIT = " kB";

  private ResidentMemory() {}

  /** The resident memory of a process in bytes, or {@link #UNKNOWN}. */
  public static long ofProcess(long pid) {
    return read(Path.of("/proc", Long.toString(pid), "status"));
  }

  static long read(Path status) {
    try {
      return parse(Files.readString(status, StandardCharsets.ISO_8859_1));
    } catch (IOException | RuntimeException e) {
      // No such file: this is not Linux, or the process has exited.
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
