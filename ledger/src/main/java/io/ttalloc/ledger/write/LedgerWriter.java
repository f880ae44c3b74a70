package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.LedgerContent;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.mapped.RecordArea;
import io.ttalloc.ledger.mapped.SegmentedFile;
import io.ttalloc.ledger.mapped.Words;
import io.ttalloc.ledger.slots.Slots;
import java.io.File;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes one ledger file. The file must exist, be empty, and be accessible only to its user.
 *
 * <p>Lock-free: a thread that fails or is suspended anywhere in these methods leaves nothing that
 * another thread must wait for or repair. When the file cannot grow, methods that return an id
 * return 0, "unknown". The caller then continues and counts the event as dropped. The limits on
 * heap and file size are listed in docs/side-effects.md.
 */
public final class LedgerWriter {
  private static final Loss[] LOSSES = Loss.values();

  /** The number of recent events that the agent keeps. */
  public static final int HISTORY_EVENTS = 65_536;

  private final SegmentedFile file;
  private final MappedByteBuffer header;
  private final RecordArea records;
  private final TextTable names;
  private final TextTable values;
  private final StackTable stacks;
  private final TypeTable types;
  private final Rows rows;
  final TallyTable tallies;
  private final Slots slots;
  private final DeviceTotals devices;
  private final Occurrences occurrences;
  private final HistoryRings history;
  private final long clockBaseNanos;
  private final OpenSamples samples;

  /** The names of the classes of holders, for readers of a dump of this heap. */
  private volatile String[] holders = {};

  /**
   * Creates a writer and writes the header of the ledger.
   *
   * @param historyEvents the number of recent events to keep in all stripes together, 0 = none;
   *     rounded down to a power of two per stripe
   * @throws IOException if the file cannot be written
   */
  public LedgerWriter(File target, LedgerHeader about, int historyEvents) throws IOException {
    this(new SegmentedFile(target, MAX_SEGMENTS), about, historyEvents);
  }

  LedgerWriter(SegmentedFile file, LedgerHeader about, int historyEvents) {
    this.file = file;
    header = file.segment(0);
    records = new RecordArea(file);
    names = new TextTable(records, TextTable.MAX_NAME_BYTES);
    values = new TextTable(records, TextTable.MAX_VALUE_BYTES);
    stacks = new StackTable(records, names);
    types = new TypeTable(records, names);
    rows = new Rows(records, names);
    tallies = new TallyTable(records);
    slots = new Slots(file);
    devices = new DeviceTotals(records);
    occurrences = new Occurrences(records);
    samples = new OpenSamples(file, records, tallies, slots);
    history = new HistoryRings(records, historyEvents);
    clockBaseNanos = about.clockBaseNanos();
    about.writeTo(header, names.idOf(about.command()), names.idOf(about.jvm()));
    Words.publishInt(header, HEADER_READY, READY);
  }

  /** The bytes written so far, readable in this process even if the file was removed. */
  public LedgerContent content() {
    return file;
  }

  /** Nanoseconds since the ledger's clock base, at least 1. */
  public long now() {
    // 0 marks an event that is not written yet.
    return Math.max(1, System.nanoTime() - clockBaseNanos);
  }

  /** The reading of {@link System#nanoTime} at time 0 of the ledger. */
  public long clockBaseNanos() {
    return clockBaseNanos;
  }

  public Slots slots() {
    return slots;
  }

  /** The rows of tables. */
  public Rows rows() {
    return rows;
  }

  /**
   * Stores the name of a class whose instances are holders, for programs that read a dump of this
   * heap. Must not be called by two threads at the same time.
   *
   * @param max the maximum number of names
   */
  public void keepHolder(String className, int max) {
    String[] known = holders;
    if (known.length < max && !Arrays.asList(known).contains(className)) {
      String[] more = Arrays.copyOf(known, known.length + 1);
      more[known.length] = className;
      holders = more;
    }
  }

  /** Whether the names of any holder classes are stored. */
  public boolean hasHolders() {
    return holders.length > 0;
  }

  public DeviceTotals devices() {
    return devices;
  }

  /** The id of a text that the application supplied; 0 if the ledger cannot grow. */
  public int text(String text) {
    return known(values.idOf(text), Gap.DETAILS_MISSING);
  }

  /** The id of a frame; 0 if the ledger cannot grow or has too many frames. */
  public int frame(String className, String method, @Nullable String source, int line) {
    return known(stacks.frame(className, method, source, line), Gap.STACKS_UNKNOWN);
  }

  /**
   * The id of a stack, innermost frame first; 0 if the ledger cannot grow or has too many stacks.
   */
  public int stack(int[] frameIds) {
    return known(stacks.stack(frameIds), Gap.STACKS_UNKNOWN);
  }

  /** Returns the given id; records a gap if it is 0. */
  private int known(int id, Gap missing) {
    if (id == 0) {
      gap(missing);
    }
    return id;
  }

  /**
   * The id of a type, which is a rule's name for a class; 0 if the ledger cannot grow.
   *
   * @param release the call that releases a resource of the type, as reports show it; null if
   *     unknown
   * @param unseen which closes of such a resource are not seen, and why; null if none or unknown
   * @param limitNanos the time for which a resource of the type may stay open; 0 = no limit
   */
  public int type(
      String name,
      String className,
      int flags,
      @Nullable String release,
      @Nullable String unseen,
      long limitNanos) {
    return types.idOf(name, className, flags, release, unseen, limitNanos);
  }

  /** The tally of a type and a stack; null if the ledger cannot grow. */
  public @Nullable Tally tally(int typeId, int stackId) {
    return tallies.tally(typeId, stackId);
  }

  /**
   * Records a recent event; does nothing if no history is kept.
   *
   * @param space text id of the space whose running totals the event changed; 0 for none
   */
  public void event(
      int stripe,
      int kind,
      int space,
      long nanos,
      int tally,
      int device,
      long address,
      long bytes) {
    HistoryRing ring = history.of(stripe);
    if (ring != null) {
      ring.record(kind, devices.number(space), nanos, tally, device, address, bytes);
    }
  }

  /** Counts a close whose stack was captured. */
  public void closeSite(Tally tally, int stackId) {
    occurrences.closed(tally.id(), stackId);
  }

  /**
   * Counts a misuse. A stack id of 0 means that the stack was not captured.
   *
   * @param detail text id of further information for readers, 0 = none
   * @return the argument for {@link #misusedLabel}; 0 or less if the misuse could not be counted
   */
  public int misuse(MisuseKind kind, int typeId, int firstStack, int secondStack, int detail) {
    return occurrences.misused(kind, typeId, firstStack, secondStack, detail);
  }

  /**
   * Adds the label of the resource to a misuse.
   *
   * @param counted the result of {@link #misuse}
   */
  public void misusedLabel(int counted, String label) {
    occurrences.misusedLabel(counted, occurrences.takesLabel(counted) ? text(label) : 0);
  }

  /** Counts the open resources of every tally at a mark. Some marks are skipped. */
  public void marked(long nanos) {
    if (!samples.take(nanos)) {
      gap(Gap.DETAILS_MISSING);
    }
  }

  /** The resources open now, and whether the run has anything else to report. */
  public OpenAtEnd openAtEnd() {
    return OpenAtEnd.of(file, records, tallies, slots, occurrences, samples.isMarked());
  }

  /** Whether anything was opened but not closed. */
  public boolean isAnyOpen() {
    return samples.isAnyOpen();
  }

  /** Counts an event that could not be recorded. */
  public void dropped(Loss why) {
    Words.addLong(header, why.headerOffset(), 1);
  }

  /** Whether any event could not be recorded. */
  public boolean hasDropped() {
    for (Loss each : LOSSES) {
      if (Words.getLong(header, each.headerOffset()) != 0) {
        return true;
      }
    }
    return false;
  }

  /** The reason for the most recent failure to grow the ledger. */
  public Loss whyNot() {
    return file.whyNot();
  }

  /** Counts an error inside the probe and returns the number of earlier errors. */
  public long hookError() {
    return Words.addLong(header, HEADER_HOOK_ERRORS, 1);
  }

  /** Counts a close of an object whose opening was never seen. */
  public void unknownClose() {
    Words.addLong(header, HEADER_UNKNOWN_CLOSES, 1);
  }

  /**
   * Undoes the counting of an unknown close and its misuse, because the opening was recorded
   * afterwards.
   */
  public void knownAfterAll(int counted) {
    Words.addLong(header, HEADER_UNKNOWN_CLOSES, -1);
    occurrences.takeBack(counted);
  }

  /** Records a gap: something that may not have been seen. */
  public void gap(Gap gap) {
    Words.orInt(header, HEADER_FLAGS, gap.flag);
  }

  /** Records that an orderly end has begun. Events until {@link #ended()} are still recorded. */
  public void ending() {
    LedgerHeader.writeEnd(header, now(), ENDED_EXIT);
  }

  /**
   * Records an orderly end at the current time. Nothing may be recorded afterwards, and the file
   * does not grow any more.
   */
  public void ended() {
    ended(now());
  }

  /** Records an orderly end at a time in nanoseconds since the ledger's clock base. */
  public void ended(long nanos) {
    LedgerHeader.writeEnd(header, nanos, ENDED_EXIT);
    file.stopGrowing();
  }

  /**
   * Records that tracking ends now although the process continues to run. Nothing may be recorded
   * afterwards, and the file does not grow any more.
   */
  public void detached() {
    LedgerHeader.writeEnd(header, now(), ENDED_DETACHED);
    file.stopGrowing();
  }
}
