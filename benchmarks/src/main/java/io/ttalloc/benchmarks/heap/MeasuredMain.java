package io.ttalloc.benchmarks.heap;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Runs another main class and prints at the end the processor time that the process has used, its
 * peak resident memory, and the resident memory of its mapped files at that moment.
 */
public final class MeasuredMain {
  private static final Path STATUS = Path.of("/proc/self/status");

  private MeasuredMain() {}

  /** Arguments: the class, and its arguments. */
  public static void main(String[] args) throws ReflectiveOperationException {
    Runtime.getRuntime().addShutdownHook(new Thread(MeasuredMain::print));
    try {
      Class.forName(args[0])
          .getMethod("main", String[].class)
          .invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
    } catch (InvocationTargetException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private static void print() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    System.out.println("cpu.nanos=" + system.getProcessCpuTime());
    try {
      List<String> status = Files.readAllLines(STATUS);
      System.out.println("peak.kilobytes=" + kilobytes(status, "VmHWM:"));
      System.out.println("file.kilobytes=" + kilobytes(status, "RssFile:"));
    } catch (IOException e) {
      throw new IllegalStateException(STATUS + " cannot be read, expected Linux", e);
    }
    System.out.flush();
  }

  private static String kilobytes(List<String> status, String name) {
    return status.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.replaceAll("\\D", ""))
        .findFirst()
        .orElseThrow();
  }
}
