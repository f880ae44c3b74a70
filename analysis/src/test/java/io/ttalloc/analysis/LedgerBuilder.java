package io.ttalloc.analysis;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MethodRecord;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.record.SiteRecord;
import io.ttalloc.ledger.record.StatisticsRecord;
import io.ttalloc.ledger.record.SuperTypeRecord;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds ledgers for tests; a test needs one line of code per resource. {@link #read} writes a real
 * file with {@link LedgerWriter} and reads it with {@code LedgerReader}, so a test cannot rely on
 * data that a real ledger does not have. Each opening, mark and sampling takes a simulated
 * millisecond.
 */
public final class LedgerBuilder {
  private static final long MILLI = 1_000_000;

  /** An operation on a ledger that runs while the ledger's file exists. */
  public interface Reading<T> {
    T of(LedgerImage image) throws IOException;
  }

  private final TestProcess process = new TestProcess();
  private final List<Consumer<LedgerRecorder>> events = new ArrayList<>();
  private int historyEvents;
  private int truncatedBeforePass = -1;
  private long now;

  private LedgerBuilder() {}

  /** Returns a builder for a ledger that is still empty, of a process that exited normally. */
  public static LedgerBuilder ledger() {
    return new LedgerBuilder();
  }

  /** Returns a type without flags, such as the type of files. */
  public static TypeEntry type(String name, String className) {
    return new TypeEntry(name, className, false, false, false, false);
  }

  /** Returns a type whose rule specifies the size of its resources. */
  public static TypeEntry sized(String name, String className) {
    return new TypeEntry(name, className, false, false, true, false);
  }

  /** Returns a type whose resources own others and have no size. */
  public static TypeEntry container(String name, String className) {
    return new TypeEntry(name, className, false, true, false, false);
  }

  /** Returns the type of a cache; {@code release} is the call that clears the cache. */
  public static TypeEntry cache(String name, String className, String release) {
    return new TypeEntry(
        name,
        className,
        true,
        true,
        false,
        false,
        new TypeEntry.Closing(release, false, false, null, false),
        TypeEntry.Policy.NONE);
  }

  /** Frames like {@code com.acme.Loader.read:42}, innermost first. */
  public static List<Frame> stack(String... calls) {
    List<Frame> frames = new ArrayList<>();
    for (String call : calls) {
      int colon = call.lastIndexOf(':');
      String method = call.substring(0, colon);
      int dot = method.lastIndexOf('.');
      String className = method.substring(0, dot);
      String simple = className.substring(className.lastIndexOf('.') + 1);
      int line = Integer.parseInt(call.substring(colon + 1));
      frames.add(new Frame(className, method.substring(dot + 1), simple + ".java", line));
    }
    return List.copyOf(frames);
  }

  /** Opens a resource; the methods of the returned object describe it further. */
  public OpenedResource open(TypeEntry type, List<Frame> stack) {
    now += MILLI;
    OpenedResource resource = new OpenedResource(this, type, stack, now);
    record(recorder -> recorder.open(resource));
    return resource;
  }

  /** Opens resources, and closes each after the given lifetime. */
  public LedgerBuilder closed(TypeEntry type, List<Frame> stack, long count, long lifetimeNanos) {
    return passing(type, stack, count, lifetimeNanos, false);
  }

  /** Opens and closes views of memory that other resources own. */
  public LedgerBuilder closedViews(TypeEntry type, List<Frame> stack, long count) {
    return passing(type, stack, count, MILLI, true);
  }

  private LedgerBuilder passing(
      TypeEntry type, List<Frame> stack, long count, long lifetimeNanos, boolean alias) {
    for (long i = 0; i < count; i++) {
      OpenedResource resource = new OpenedResource(this, type, stack, now);
      resource.attributes().alias = alias;
      record(recorder -> recorder.open(resource));
      resource.closedAfter(lifetimeNanos);
    }
    return this;
  }

  /** Opens resources that are then closed by a reclaimer; {@code bytes} is their total size. */
  public LedgerBuilder reclaimed(TypeEntry type, List<Frame> stack, long count, long bytes) {
    for (long i = 0; i < count; i++) {
      OpenedResource resource = new OpenedResource(this, type, stack, now);
      resource.bytes(bytes / count + (i < bytes % count ? 1 : 0));
      record(recorder -> recorder.open(resource));
      record(recorder -> recorder.reclaim(resource, resource.openedNanos() + MILLI));
    }
    return this;
  }

  /** Adds collected resources without a size; only their number is kept. */
  public LedgerBuilder folded(TypeEntry type, List<Frame> stack, long count) {
    return folded(type, stack, count, 0);
  }

  /** Adds collected resources of this size; only their number and total size are kept. */
  public LedgerBuilder folded(TypeEntry type, List<Frame> stack, long count, long bytesEach) {
    return record(recorder -> recorder.fold(type, stack, count, bytesEach));
  }

  /** Adds the captured stack of closes; the closes themselves are recorded by other methods. */
  public LedgerBuilder closeSite(TypeEntry type, List<Frame> opened, List<Frame> by, long count) {
    return record(recorder -> recorder.closeSite(type, opened, by, count));
  }

  /** Gives a call site a name, as a rule would. */
  public LedgerBuilder site(String className, String method, String name) {
    return record(recorder -> SiteRecord.write(recorder.rows(), className, method, name));
  }

  /** Records the origin of code; the flags are those of {@link OriginRecord}. */
  public LedgerBuilder origin(String name, int flags) {
    return record(recorder -> OriginRecord.write(recorder.rows(), name, flags));
  }

  /**
   * Records a further fact about code, such as that a class is not woven, or that its objects are
   * holders.
   */
  public LedgerBuilder code(Consumer<LedgerWriter> said) {
    return record(recorder -> said.accept(recorder.writer()));
  }

  /** Records what a class extends or implements. */
  public LedgerBuilder superType(String className, String superType) {
    return code(
        writer -> {
          Rows rows = writer.rows();
          boolean unused =
              rows.addOnce(
                  SuperTypeRecord.NUMBER,
                  SuperTypeRecord.MAX_ROWS,
                  rows.name(className),
                  rows.name(superType));
        });
  }

  /** Records the bytes that an allocator reports as allocated. */
  public LedgerBuilder statistics(int round, int device, String session, String space, long bytes) {
    return statistics(round, device, session, space, bytes, -1, -1);
  }

  public LedgerBuilder statistics(
      int round,
      int device,
      String session,
      String space,
      long bytes,
      long freeBytes,
      long largestFreeBytes) {
    now += MILLI;
    StatisticsRecord said =
        new StatisticsRecord(
            round, now, device, session, space, bytes, freeBytes, largestFreeBytes);
    return record(recorder -> recorder.statistics(said));
  }

  public LedgerBuilder misuse(
      MisuseKind kind, @Nullable TypeEntry type, List<Frame> first, List<Frame> second, long n) {
    return misuse(kind, type, first, second, n, null);
  }

  public LedgerBuilder misuse(
      MisuseKind kind,
      @Nullable TypeEntry type,
      List<Frame> first,
      List<Frame> second,
      long count,
      @Nullable String detail) {
    return record(recorder -> recorder.misuse(kind, type, first, second, count, detail));
  }

  /**
   * Adds a thread that is running when the process ends and that opened nothing after its stack was
   * captured.
   */
  public LedgerBuilder running(String thread, List<Frame> stack) {
    return running(thread, stack, Long.MAX_VALUE);
  }

  /**
   * Adds a thread that is running when the process ends, and whose stack was captured at {@code
   * takenNanos}.
   */
  public LedgerBuilder running(String thread, List<Frame> stack, long takenNanos) {
    return record(recorder -> recorder.thread(thread, stack, takenNanos));
  }

  /**
   * Adds a variable that the cleanup of a frame uses, with its type. If only certain lines assign
   * the variable its value, these lines follow the type after a {@code #}.
   */
  public LedgerBuilder guard(String frame, @Nullable String type, int flags) {
    Frame at = stack(frame).get(0);
    return record(recorder -> recorder.guard(at, type, flags));
  }

  /** Adds a method that the program called and that opened something. */
  public LedgerBuilder method(MethodRecord method) {
    return record(recorder -> recorder.method(method));
  }

  public LedgerBuilder mark(String name) {
    return mark(name, -1);
  }

  /** Sets a mark, with the resident memory of the process or -1 if unknown. */
  public LedgerBuilder mark(String name, long residentBytes) {
    now += MILLI;
    long at = now;
    process.mark(at, residentBytes, name);
    return record(recorder -> recorder.mark(at));
  }

  /** Sets a mark without counts of open resources. */
  public LedgerBuilder uncountedMark(String name) {
    now += MILLI;
    process.mark(now, -1, name);
    return this;
  }

  /** Sets the time at which the process ends, in nanoseconds since the ledger began. */
  public LedgerBuilder lasting(long nanos) {
    process.lasts(nanos);
    return this;
  }

  /** Sets the time, in nanoseconds since the ledger began. */
  public LedgerBuilder at(long nanos) {
    now = nanos;
    return this;
  }

  /**
   * Makes the ledger keep recent events. The capacity is divided among four stripes, of which only
   * one is used.
   */
  public LedgerBuilder history(int capacity) {
    historyEvents = capacity;
    return this;
  }

  public LedgerBuilder ended(ProcessEntry.Ended how) {
    process.ended(how);
    return this;
  }

  public LedgerBuilder command(String text) {
    process.command(text);
    return this;
  }

  public LedgerBuilder attachedLate() {
    process.attachedLate();
    return this;
  }

  public LedgerBuilder gap(Gap gap) {
    process.gap(gap);
    return this;
  }

  public LedgerBuilder dropped(Loss why, long count) {
    process.dropped(why, count);
    return this;
  }

  public LedgerBuilder hookErrors(long count) {
    process.hookErrors(count);
    return this;
  }

  /** Adds a line to the marks file that is not a valid mark. */
  public LedgerBuilder malformedMark(String line) {
    process.malformedMark(line);
    return this;
  }

  /**
   * Truncates the file before a pass of the analysis over its slots; 1 = before the first pass, 0 =
   * before the ledger is read at all.
   */
  public LedgerBuilder truncatedBeforePass(int pass) {
    truncatedBeforePass = pass;
    return this;
  }

  long now() {
    return now;
  }

  LedgerBuilder record(Consumer<LedgerRecorder> event) {
    events.add(event);
    return this;
  }

  /** Writes the ledger, reads it, and deletes its files; may be called again after changes. */
  public <T> T read(Reading<T> reading) {
    try {
      Path file = Files.createTempFile("tt-alloc-test", ".ledger");
      try {
        return read(file, reading);
      } finally {
        Files.deleteIfExists(LedgerFiles.beside(file).marks());
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private <T> T read(Path file, Reading<T> reading) throws IOException {
    LedgerWriter writer = process.start(file, historyEvents);
    try {
      LedgerRecorder recorder = new LedgerRecorder(writer);
      events.forEach(event -> event.accept(recorder));
      process.end(writer, file);
      if (truncatedBeforePass < 0) {
        return reading.of(process.read(file));
      }
      try (TruncatedLedger truncated = new TruncatedLedger(file)) {
        return reading.of(truncated.read(process, truncatedBeforePass));
      }
    } finally {
      writer.ended();
    }
  }
}
