package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.LedgerContent;
import io.ttalloc.ledger.bytes.Damage;
import io.ttalloc.ledger.bytes.Header;
import io.ttalloc.ledger.bytes.LedgerFile;
import io.ttalloc.ledger.bytes.ReadProgress;
import io.ttalloc.ledger.bytes.ReadingPasses;
import io.ttalloc.ledger.bytes.UnreadableLedgerException;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Reads ledgers, including those of running processes.
 *
 * <p>Trusts nothing in the file: an impossible count or length is reported in {@link
 * LedgerImage#damage()}, an id without a record reads as {@code "?"}, and the memory used is
 * bounded by the size of the file. Thread-safe.
 */
public final class LedgerReader {
  private final LongSupplier nanoTime;
  private final InstantSource wallClock;

  /**
   * Creates a reader that uses the given clocks, for reproducible results.
   *
   * @param nanoTime the monotonic clock of the writing process
   * @param wallClock the current time, used for a process that has ended
   */
  public LedgerReader(LongSupplier nanoTime, InstantSource wallClock) {
    this.nanoTime = nanoTime;
    this.wallClock = wallClock;
  }

  /**
   * Reads a ledger and its marks.
   *
   * @throws UnreadableLedgerException if the file is missing, cannot be opened, or is not a ledger
   *     that this version can read; the message is a complete sentence
   * @throws IOException if the file could not be read
   */
  public static LedgerImage read(Path ledger, Liveness liveness) throws IOException {
    return read(ledger, liveness, ReadProgress.NONE);
  }

  /**
   * Like {@link #read(Path, Liveness)}.
   *
   * @param progress is notified of this reading and of all later passes over the slots
   */
  public static LedgerImage read(Path ledger, Liveness liveness, ReadProgress progress)
      throws IOException {
    return new LedgerReader(System::nanoTime, InstantSource.system())
        .readNow(ledger, liveness, progress);
  }

  /**
   * Reads the process that wrote a ledger, including whether and how the process has ended. Reads
   * only a few kilobytes, however large the ledger is.
   *
   * @throws UnreadableLedgerException if the file is missing, cannot be opened, or is not a ledger
   *     that this version can read
   * @throws IOException if the file could not be read
   */
  public static ProcessEntry readProcess(Path ledger) throws IOException {
    LedgerReader reader = new LedgerReader(System::nanoTime, InstantSource.system());
    try (LedgerFile file = LedgerFile.open(ledger)) {
      boolean live = isRunning(ledger, new Damage(ledger));
      SingleRecords records = new SingleRecords(file);
      return reader.process(
          Header.read(file, ledger), records::textUnchecked, Liveness.PROBE, live);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Reads the ledger of this process, through its writer, and its marks. The file need not exist
   * any more.
   *
   * @param ledger the path where the file was created; used in messages
   * @throws IOException if the ledger could not be read
   */
  public static LedgerImage readOwn(LedgerContent content, Path ledger) throws IOException {
    return new LedgerReader(System::nanoTime, InstantSource.system())
        .readNow(ledger, () -> new LedgerFile(content), Liveness.OWN_PROCESS);
  }

  /**
   * Like {@link #readOwn}, but open resources are judged as if the process ended now. For use when
   * a part of the process, such as a test, has ended.
   *
   * @throws IOException if the ledger could not be read
   */
  public static LedgerImage readOwnAsEnded(LedgerContent content, Path ledger) throws IOException {
    return new LedgerReader(System::nanoTime, InstantSource.system())
        .readNow(ledger, () -> new LedgerFile(content), Liveness.OWN_PROCESS_ENDING);
  }

  /**
   * The number of bytes in segments of records. A reader loads all records into the heap.
   *
   * @throws IOException if the ledger could not be read
   */
  public static long recordBytes(LedgerContent content) throws IOException {
    long bytes = 0;
    ByteBuffer kind = LedgerFile.buffer(Integer.BYTES);
    for (long at = SEGMENT_BYTES; at < content.size(); at += SEGMENT_BYTES) {
      kind.clear();
      if (content.read(kind, at + SEGMENT_KIND) == Integer.BYTES
          && kind.getInt(0) == KIND_RECORDS) {
        bytes += SEGMENT_BYTES;
      }
    }
    return bytes;
  }

  /**
   * Reads a ledger and its marks, with the clocks of this reader.
   *
   * @param progress is notified of this reading and of all later passes over the slots
   * @throws UnreadableLedgerException if the file is missing, cannot be opened, or is not a ledger
   *     that this version can read
   * @throws IOException if the file could not be read
   */
  public LedgerImage readNow(Path path, Liveness liveness, ReadProgress progress)
      throws IOException {
    ReadingPasses passes = new ReadingPasses(progress);
    return readNow(path, () -> LedgerFile.open(path, passes), liveness);
  }

  LedgerImage readNow(Path path, LedgerFile.Source source, Liveness liveness) throws IOException {
    Damage damage = new Damage(path);
    // The lock is probed first, so that a process that ends during the reading counts as running.
    boolean live = liveness != Liveness.PROBE || isRunning(path, damage);
    return new LedgerImage(path, source, this, liveness, live, damage);
  }

  private static boolean isRunning(Path ledger, Damage damage) {
    Path lock = LedgerFiles.beside(ledger).lock();
    try {
      return LedgerLock.isHeld(lock);
    } catch (IOException e) {
      damage.addSentence(
          lock
              + " cannot be checked for a lock ("
              + e.getMessage()
              + "); the ledger's process is assumed to be running");
      return true;
    }
  }

  /**
   * The process of a ledger whose header was read.
   *
   * @param live whether the process may still write to the ledger
   */
  public ProcessEntry process(
      Header header, IntFunction<String> texts, Liveness liveness, boolean live) {
    ProcessEntry.Ended ended = ended(header, liveness, live);
    boolean noted = ended == ProcessEntry.Ended.EXIT || ended == ProcessEntry.Ended.DETACHED;
    long readAtNanos =
        noted && liveness != Liveness.OWN_PROCESS_ENDING
            ? Math.max(0, header.end().nanos())
            : sinceClockBase(header, live);
    return new ProcessEntry(
        header.start().pid(),
        Instant.ofEpochMilli(header.start().startedMillis()),
        new ProcessEntry.Clock(
            clockBase(header), header.start().clockBaseNanos(), readAtNanos, readAtNanos),
        texts.apply(header.commandText()),
        texts.apply(header.jvmText()),
        ended,
        header.has(FLAG_ATTACHED_LATE),
        header.capture() == CAPTURE_FULL,
        gaps(header));
  }

  /** The latest plausible time of an event, in nanoseconds since the ledger's clock base. */
  long now(ProcessEntry process, Header header, boolean live) {
    return Math.max(process.clock().readAtNanos(), sinceClockBase(header, live));
  }

  private static ProcessEntry.Ended ended(Header header, Liveness liveness, boolean live) {
    if (header.end().isDetached()) {
      return ProcessEntry.Ended.DETACHED;
    }
    if (liveness == Liveness.OWN_PROCESS_ENDING) {
      return ProcessEntry.Ended.EXIT;
    }
    boolean running = live && (liveness == Liveness.PROBE || !header.end().isInOrder());
    return running
        ? ProcessEntry.Ended.RUNNING
        : header.end().isInOrder() ? ProcessEntry.Ended.EXIT : ProcessEntry.Ended.KILLED;
  }

  private static Set<Gap> gaps(Header header) {
    EnumSet<Gap> gaps = EnumSet.noneOf(Gap.class);
    for (Gap gap : Gap.values()) {
      if (header.has(gap.flag)) {
        gaps.add(gap);
      }
    }
    return Collections.unmodifiableSet(gaps);
  }

  private static Instant clockBase(Header header) {
    return Instant.ofEpochSecond(0, header.start().clockBaseEpochNanos());
  }

  /**
   * The current time, in nanoseconds since the ledger's clock base. A running process has the same
   * monotonic clock as the reader. For a process that has ended, the wall clock is used, because
   * the process may have run before the last reboot.
   */
  private long sinceClockBase(Header header, boolean live) {
    if (live) {
      long monotonic = nanoTime.getAsLong() - header.start().clockBaseNanos();
      if (monotonic >= 0) {
        return monotonic;
      }
    }
    try {
      return Math.max(0, Duration.between(clockBase(header), wallClock.instant()).toNanos());
    } catch (ArithmeticException e) {
      return 0;
    }
  }
}
