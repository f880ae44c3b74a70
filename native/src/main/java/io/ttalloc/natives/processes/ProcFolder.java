package io.ttalloc.natives.processes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds processes in {@code /proc}, or through {@link ProcessHandle} on operating systems without
 * {@code /proc}.
 *
 * <p>Does not use {@code kill(pid, 0)}, which fails for another user's process even if the process
 * is running.
 */
final class ProcFolder implements ProcessTable {
  private static final Path FOLDER = Path.of("/proc");

  /**
   * The indexes of fields of {@code /proc/PID/stat}, counted from the field after the process name.
   * The name ends at the last closing parenthesis.
   */
  private static final int STATE = 0;

  private static final int START_TICKS = 19;

  /**
   * Nanoseconds per clock tick, the unit of the start time; there are 100 ticks per second on all
   * current architectures.
   */
  private static final long NANOS_PER_TICK = 10_000_000L;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Path folder;
  private final boolean available;
  private final long bootedAtNanos;

  ProcFolder() {
    this(FOLDER);
  }

  ProcFolder(Path folder) {
    this.folder = folder;
    this.available = Files.isReadable(folder.resolve("self/stat"));
    this.bootedAtNanos = bootedAtNanos(folder);
  }

  @Override
  public Optional<RunningProcess> find(int pid) {
    if (pid <= 0) {
      return Optional.empty();
    }
    if (!available) {
      return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).map(handle -> of(pid, handle));
    }
    try {
      Path stat = folder.resolve(Integer.toString(pid)).resolve("stat");
      return parse(pid, Files.readString(stat, StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      // Reading the file of a process that is ending fails with ESRCH. Any other error does not
      // prove that the process has ended.
      String reason = String.valueOf(e.getMessage());
      return reason.contains("No such process") ? Optional.empty() : Optional.of(unknown(pid));
    }
  }

  private Optional<RunningProcess> parse(int pid, String stat) {
    int nameStart = stat.indexOf('(');
    int nameEnd = stat.lastIndexOf(')');
    if (nameStart < 0 || nameEnd < nameStart + 1 || nameEnd + 2 > stat.length()) {
      return Optional.of(unknown(pid));
    }
    String name =
        new String(
            stat.substring(nameStart + 1, nameEnd).getBytes(StandardCharsets.ISO_8859_1),
            StandardCharsets.UTF_8);
    String[] fields = stat.substring(nameEnd + 2).trim().split(" ", -1);
    if (fields[STATE].equals("Z") || fields[STATE].equals("X")) {
      return Optional.empty(); // a zombie: it has ended, but its parent has not waited for it
    }
    long ticks = fields.length > START_TICKS ? number(fields[START_TICKS]) : RunningProcess.UNKNOWN;
    long startedAt =
        ticks < 0 || bootedAtNanos < 0
            ? RunningProcess.UNKNOWN
            : bootedAtNanos + ticks * NANOS_PER_TICK;
    return Optional.of(new RunningProcess(pid, ticks, startedAt, name));
  }

  private static RunningProcess unknown(int pid) {
    return new RunningProcess(pid, RunningProcess.UNKNOWN, RunningProcess.UNKNOWN, "");
  }

  private static RunningProcess of(int pid, ProcessHandle handle) {
    @Nullable Instant start = handle.info().startInstant().orElse(null);
    long millis = start == null ? RunningProcess.UNKNOWN : start.toEpochMilli();
    return new RunningProcess(pid, millis, millis < 0 ? millis : millis * 1_000_000L, "");
  }

  private static long bootedAtNanos(Path folder) {
    try {
      for (String line : Files.readAllLines(folder.resolve("stat"), StandardCharsets.ISO_8859_1)) {
        if (line.startsWith("btime ")) {
          long seconds = number(line.substring("btime ".length()).trim());
          return seconds < 0 ? RunningProcess.UNKNOWN : seconds * NANOS_PER_SECOND;
        }
      }
    } catch (IOException e) {
      // Some containers hide this file. Start times of processes can then be compared only with
      // each other.
    }
    return RunningProcess.UNKNOWN;
  }

  private static long number(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      return RunningProcess.UNKNOWN;
    }
  }
}
