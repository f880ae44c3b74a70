package io.ttalloc.heap.process;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory that another process could take without hurting this one. */
public final class AvailableMemory {
  private static final Path MEMINFO = Path.of("/proc/meminfo");

  private AvailableMemory() {}

  /**
   * The bytes that are free or that the system can free at once; within a container, what is left
   * of its limit. 0 if nobody can tell.
   */
  public static long bytes() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long machine = kibibytes("MemTotal:") << 10;
    boolean inContainer = system != null && system.getTotalMemorySize() < machine;
    if (system != null && (inContainer || machine == 0)) {
      return Math.max(0, system.getFreeMemorySize());
    }
    return kibibytes("MemAvailable:") << 10;
  }

  private static long kibibytes(String name) {
    try {
      for (String line : Files.readAllLines(MEMINFO)) {
        if (line.startsWith(name)) {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
    } catch (IOException | NumberFormatException elsewhere) {
      // Not Linux, or not to be read.
    }
    return 0;
  }
}
