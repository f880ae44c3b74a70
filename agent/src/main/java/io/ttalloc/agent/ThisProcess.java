package io.ttalloc.agent;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The id, start time and command line of this process.
 *
 * <p>Read from /proc, because {@code ProcessHandle} starts a thread pool and takes 20 ms; that
 * class is the fallback where there is no /proc.
 *
 * @param startedMillis milliseconds since the epoch; accurate to 10 ms
 * @param command the program and its arguments; without /proc, only the program
 */
record ThisProcess(long pid, long startedMillis, List<String> command) {
  /** Clock ticks per second in /proc; the same on every Linux that a JVM runs on. */
  private static final int TICKS_PER_SECOND = 100;

  /**
   * Index of the start time, field 22 of /proc/self/stat, among the fields after the command; the
   * first of these is field 3.
   */
  private static final int START_TICKS = 22 - 3;

  static ThisProcess read() {
    try {
      String stat = new String(read("/proc/self/stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      String uptime = new String(read("/proc/uptime"), StandardCharsets.ISO_8859_1);
      // The uptime is in seconds, with two digits after the decimal point.
      long uptimeTicks = Long.parseLong(uptime.substring(0, uptime.indexOf(' ')).replace(".", ""));
      long ageMillis =
          (uptimeTicks - Long.parseLong(fields[START_TICKS])) * 1000 / TICKS_PER_SECOND;
      return new ThisProcess(
          Long.parseLong(stat.substring(0, stat.indexOf(' '))),
          System.currentTimeMillis() - Math.max(0, ageMillis),
          List.of(new String(read("/proc/self/cmdline"), StandardCharsets.UTF_8).split("\0", 0)));
    } catch (IOException | RuntimeException e) {
      ProcessHandle process = ProcessHandle.current();
      Optional<String> program = process.info().command();
      return new ThisProcess(
          process.pid(),
          process
              .info()
              .startInstant()
              .map(at -> at.toEpochMilli())
              .orElse(System.currentTimeMillis()),
          List.of(program.orElse("java")));
    }
  }

  /**
   * Reads a file through a stream rather than a channel, since the JVM has already loaded the
   * stream classes.
   */
  private static byte[] read(String file) throws IOException {
    try (FileInputStream in = new FileInputStream(file)) {
      return in.readAllBytes();
    }
  }
}
