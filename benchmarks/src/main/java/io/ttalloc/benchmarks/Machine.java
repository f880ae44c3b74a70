package io.ttalloc.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.ttalloc.benchmarks.paper.Circumstances;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;

/** Describes the machine on which the benchmarks run. */
final class Machine {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private Machine() {}

  /** Returns the circumstances of a measurement that starts now. */
  static Circumstances now(String command, String mode, List<String> notes) {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new Circumstances(
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        command,
        mode,
        cpu(),
        Runtime.getRuntime().availableProcessors(),
        system.getTotalMemorySize(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
        system.getSystemLoadAverage(),
        notes);
  }

  private static String cpu() {
    try (Stream<String> lines = Files.lines(CPU_INFO)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElseGet(() -> System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
