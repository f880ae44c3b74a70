package io.ttalloc.analysis;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.bytes.ReadProgress;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.Marks;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The process whose ledger a {@link LedgerBuilder} writes. Its id and its start time are fixed. By
 * default the ledger covers two seconds, after which the process has ended or its ledger is read.
 */
public final class TestProcess {
  /** The instant at which the relative times of the ledger are zero. */
  public static final Instant CLOCK_BASE = Instant.parse("2026-01-02T03:04:05Z");

  private static final long PID = 4242;
  private static final Instant STARTED = CLOCK_BASE.minusMillis(100);
  private static final long CLOCK_BASE_NANOS = 77_000_000_000L;

  private record MarkLine(Instant at, long residentBytes, String name) {}

  private final List<MarkLine> marks = new ArrayList<>();
  private final List<String> malformedMarks = new ArrayList<>();
  private final Set<Gap> gaps = EnumSet.noneOf(Gap.class);
  private final Map<Loss, Long> losses = new EnumMap<>(Loss.class);
  private String command = "demo mesh";
  private ProcessEntry.Ended ended = ProcessEntry.Ended.EXIT;
  private boolean attachedLate;
  private long endNanos = 2_000_000_000;
  private long hookErrors;

  TestProcess() {}

  void command(String text) {
    command = text;
  }

  void ended(ProcessEntry.Ended how) {
    ended = how;
  }

  void lasts(long nanos) {
    endNanos = nanos;
  }

  void attachedLate() {
    attachedLate = true;
  }

  void gap(Gap gap) {
    gaps.add(gap);
  }

  void dropped(Loss why, long count) {
    losses.put(why, count);
  }

  void hookErrors(long count) {
    hookErrors = count;
  }

  void mark(long nanos, long residentBytes, String name) {
    marks.add(new MarkLine(CLOCK_BASE.plusNanos(nanos), residentBytes, name));
  }

  void malformedMark(String line) {
    malformedMarks.add(line);
  }

  /** Starts to write a ledger into an empty file. */
  LedgerWriter start(Path ledger, int historyEvents) throws IOException {
    long epochNanos = CLOCK_BASE.getEpochSecond() * 1_000_000_000;
    LedgerHeader about =
        new LedgerHeader(
            PID,
            STARTED.toEpochMilli(),
            CLOCK_BASE_NANOS,
            epochNanos,
            command,
            "17.0.15",
            attachedLate,
            true);
    return new LedgerWriter(ledger.toFile(), about, historyEvents);
  }

  /**
   * Writes the marks and the counters of the header, and records the end of the process if it
   * exited normally.
   */
  void end(LedgerWriter writer, Path ledger) throws IOException {
    Path file = LedgerFiles.beside(ledger).marks();
    for (MarkLine mark : marks) {
      Marks.append(file, mark.at(), mark.residentBytes(), mark.name());
    }
    for (String line : malformedMarks) {
      Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
    gaps.forEach(writer::gap);
    losses.forEach((why, count) -> times(count, () -> writer.dropped(why)));
    times(hookErrors, writer::hookError);
    if (ended == ProcessEntry.Ended.EXIT) {
      writer.ended(endNanos);
    }
  }

  private static void times(long count, Runnable action) {
    for (long i = 0; i < count; i++) {
      action.run();
    }
  }

  /** Reads the ledger at the end of the simulated time. */
  LedgerImage read(Path ledger) throws IOException {
    return read(ledger, ReadProgress.NONE);
  }

  /**
   * Reads the ledger at the end of the simulated time; reports all passes over its slots to {@code
   * progress}.
   */
  LedgerImage read(Path ledger, ReadProgress progress) throws IOException {
    InstantSource wallClock = InstantSource.fixed(CLOCK_BASE.plusNanos(endNanos));
    LedgerReader reader = new LedgerReader(() -> CLOCK_BASE_NANOS + endNanos, wallClock);
    boolean running = ended == ProcessEntry.Ended.RUNNING;
    // There is no lock file, so a test of the lock shows that the process has ended.
    return reader.readNow(ledger, running ? Liveness.OWN_PROCESS : Liveness.PROBE, progress);
  }
}
