package io.ttalloc.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The peak memory of a measured JVM and its descendants. Immutable.
 *
 * @param residentMegabytes resident memory, in MiB
 * @param anonymousMegabytes resident memory without mapped files and shared memory, in MiB
 */
record MemoryPeak(double residentMegabytes, double anonymousMegabytes) {
  /** A process that was watched to its end. */
  record Watched(ChildJvm.Ended ended, MemoryPeak peak) {}

  private static final int MILLIS_BETWEEN = 5;
  private static final double KILOBYTES_PER_MEGABYTE = 1024;

  /**
   * Samples the memory of the descendants of a process, which is the shell that starts the JVM,
   * until the process has ended.
   */
  static MemoryPeak until(Process process) throws InterruptedException {
    double resident = 0;
    double anonymous = 0;
    do {
      double residentNow = 0;
      double anonymousNow = 0;
      try (Stream<ProcessHandle> descendants = process.descendants()) {
        for (ProcessHandle each : descendants.toList()) {
          residentNow += kilobytes(each.pid(), "VmRSS:");
          anonymousNow += kilobytes(each.pid(), "RssAnon:");
        }
      }
      resident = Math.max(resident, residentNow);
      anonymous = Math.max(anonymous, anonymousNow);
    } while (!process.waitFor(MILLIS_BETWEEN, TimeUnit.MILLISECONDS));
    return new MemoryPeak(resident / KILOBYTES_PER_MEGABYTE, anonymous / KILOBYTES_PER_MEGABYTE);
  }

  private static long kilobytes(long pid, String field) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
        if (line.startsWith(field)) {
          return Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    } catch (IOException e) {
      // The process has ended.
    }
    return 0;
  }
}
