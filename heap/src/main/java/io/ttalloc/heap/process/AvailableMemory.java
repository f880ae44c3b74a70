package io.ttalloc.heap.process;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The memory that another process could use without affecting this one. */
public final class AvailableMemory {
  private static final Path MEMINFO = Path.of("/proc/meminfo");
  private static final Path OWN_GROUPS = Path.of("/proc/self/cgroup");
  private static final Path ALL_GROUPS = Path.of("/sys/fs/cgroup");

  private AvailableMemory() {}

  /**
   * The bytes that are free or that the operating system can free at once; 0 if unknown. In a
   * container, the bytes that remain of the container's limit.
   */
  public static long bytes() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long machine = number(MEMINFO, "MemTotal:") << 10;
    boolean inContainer = system != null && system.getTotalMemorySize() < machine;
    if (system != null && (inContainer || machine == 0)) {
      return Math.max(0, system.getFreeMemorySize()) + unusedFileBytes(OWN_GROUPS, ALL_GROUPS);
    }
    return number(MEMINFO, "MemAvailable:") << 10;
  }

  /**
   * The bytes in file cache pages that have not been used recently: these pages count towards the
   * memory limit, but the operating system reclaims them when it needs memory.
   *
   * @param own the file that lists this process's control groups
   * @param all where the control groups are mounted
   * @return 0 if unknown
   */
  static long unusedFileBytes(Path own, Path all) {
    for (String line : lines(own)) {
      // The fields are number, controllers and path. In version 2, there is one group, number 0.
      String[] parts = line.split(":", 3);
      if (parts.length < 3) {
        continue;
      }
      if (List.of(parts[1].split(",")).contains("memory")) {
        return statistic(all.resolve("memory"), parts[2], "total_inactive_file ");
      }
      if (parts[0].equals("0") && Files.exists(all.resolve("cgroup.controllers"))) {
        return statistic(all, parts[2], "inactive_file ");
      }
    }
    return 0;
  }

  /**
   * Reads a statistic of a control group. Inside a container, the group may be the root of the
   * mounted hierarchy, although the list contains a different path.
   */
  private static long statistic(Path mounted, String path, String name) {
    Path file = Path.of(mounted + path, "memory.stat");
    return number(Files.exists(file) ? file : mounted.resolve("memory.stat"), name);
  }

  private static long number(Path file, String name) {
    for (String line : lines(file)) {
      if (line.startsWith(name)) {
        try {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        } catch (NumberFormatException e) {
          return 0;
        }
      }
    }
    return 0;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException notLinux) {
      return List.of();
    }
  }
}
