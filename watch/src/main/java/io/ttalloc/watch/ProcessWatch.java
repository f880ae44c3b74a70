package io.ttalloc.watch;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.JudgedLedger;
import io.ttalloc.ledger.bytes.ReadProgress;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.ledger.watch.EventLimits;
import io.ttalloc.ledger.watch.LedgerPulse;
import io.ttalloc.ledger.watch.LedgerWatch;
import io.ttalloc.ledger.watch.RecentEvents;
import io.ttalloc.watch.ledgers.LedgerListing;
import io.ttalloc.watch.ledgers.ProcessState;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Watches the process of one ledger. Not thread-safe. */
final class ProcessWatch implements Closeable {
  private static final long SECOND = 1_000_000_000L;

  /** Judges the content of a ledger. */
  interface Judging {
    ReportDigest of(Path ledger, Instant at, @Nullable ReportDigest last) throws IOException;
  }

  private final Path ledger;
  private final Path marks;
  private final @Nullable Object file;
  private final Judging judging;
  private final LedgerWatch counters;
  private final CountHistory history = new CountHistory();
  private LedgerPulse pulse;
  private ProcessState state;
  private boolean deleted;
  private boolean closed;
  private RecentEvents recent = RecentEvents.NONE;
  private long eventsBefore;
  private double openedPerSecond;
  private double closedPerSecond;

  private @Nullable ReportDigest digest;
  private @Nullable LedgerPulse judgedPulse;
  private long judgedMarks = -1;
  private long judgedNanos;
  private long readNanos;
  private boolean failed;
  private boolean tooLarge;

  /**
   * Whether the last two reports contain the same leaks. If not, another report is needed, because
   * a report on a running process may show an incomplete change.
   */
  private boolean settled = true;

  private ProcessWatch(
      Path ledger,
      @Nullable Object file,
      Judging judging,
      LedgerWatch counters,
      LedgerPulse first) {
    this.ledger = ledger;
    this.marks = LedgerFiles.beside(ledger).marks();
    this.file = file;
    this.judging = judging;
    this.counters = counters;
    this.pulse = first;
    this.state = ProcessState.of(first.process());
  }

  /**
   * Opens a ledger and reads it for the first time.
   *
   * @throws IOException if the ledger cannot be read
   */
  static ProcessWatch open(Path ledger) throws IOException {
    return keeping(ReportDigest.MAX_SITES).open(ledger);
  }

  /** Returns an opener whose watches keep at most this number of sites from each report. */
  static WatchedFolders.Opener keeping(int maxSites) {
    return ledger -> open(ledger, (of, at, last) -> digest(of, at, last, maxSites));
  }

  static ProcessWatch open(Path ledger, Judging judging) throws IOException {
    // The key is read first, so that a file that is replaced before it is opened is later detected
    // as replaced.
    Object file = FileStamp.key(ledger);
    LedgerWatch counters = LedgerWatch.open(ledger);
    try {
      return new ProcessWatch(ledger, file, judging, counters, counters.read());
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      counters.close();
      throw e;
    }
  }

  Path ledger() {
    return ledger;
  }

  ProcessState state() {
    return state;
  }

  /**
   * Reads the counters, unless the process had already ended.
   *
   * @param events the maximum number of the latest events to read in addition; no events are read
   *     for a process that was never seen running
   * @throws IOException if the ledger cannot be read any more
   */
  void read(long nanos, EventLimits events) throws IOException {
    recent = RecentEvents.NONE;
    if (closed) {
      return;
    }
    boolean ran = state == ProcessState.RUNNING;
    readNanos = nanos;
    pulse = counters.read();
    state = ProcessState.of(pulse.process());
    openedPerSecond = history.openedPerSecond(nanos, pulse);
    closedPerSecond = history.closedPerSecond(nanos, pulse);
    history.add(nanos, pulse);
    if (!events.equals(EventLimits.NONE) && ran) {
      recent = counters.readEvents(events);
    }
    if (state != ProcessState.RUNNING) {
      // The counters no longer change, so a report that failed because of a concurrent change may
      // now succeed.
      failed = false;
      openedPerSecond = 0;
      closedPerSecond = 0;
      close();
    }
  }

  /** The events between the last two readings; null if there are none. */
  @Nullable ProcessEvents events() {
    long all = SaturatedSum.of(SaturatedSum.of(pulse.opened(), pulse.closed()), pulse.collected());
    // The rings contain only the latest events, and also events of caches, which the counters do
    // not count.
    long count = Math.max(recent.count(), all - eventsBefore);
    eventsBefore = all;
    int shown = recent.latest().size();
    return shown == 0
        ? null
        : new ProcessEvents(pulse.process().pid(), recent.latest(), count - shown);
  }

  /** Records that the ledger was deleted. */
  void deleted() {
    deleted = true;
  }

  boolean isDeleted() {
    return deleted;
  }

  /**
   * Whether another file now has the name of the ledger, which means that the ledger itself was
   * deleted.
   */
  boolean isReplaced() {
    Object now = FileStamp.key(ledger);
    return file != null && now != null && !now.equals(file);
  }

  /** Whether a report would show anything new, or is needed to confirm the latest one. */
  boolean needsReport() {
    boolean unsure = !settled && state == ProcessState.RUNNING && !deleted && !tooLarge;
    return unsure || (!tooLarge && isOutdated());
  }

  /** Whether a new report would show anything that the latest one does not. */
  private boolean isOutdated() {
    if (deleted) {
      return false;
    }
    LedgerPulse judged = judgedPulse;
    return judged == null
        || judged.process().ended() != pulse.process().ended()
        || !judged.countsAs(pulse)
        || isTooOld()
        || hasNewMarks();
  }

  /**
   * Whether there are new marks. File attributes are read only for a process that can still be
   * marked.
   */
  private boolean hasNewMarks() {
    return state == ProcessState.RUNNING && judgedMarks != marksBytes();
  }

  /** Whether so much time has passed that a new report may say more about the same resources. */
  private boolean isTooOld() {
    ReportDigest latest = digest;
    return state == ProcessState.RUNNING
        && latest != null
        && readNanos - judgedNanos > latest.reading().goodForNanos();
  }

  /**
   * Whether the process has ended, its final report has not been made yet, and the last attempt to
   * make a report did not fail.
   */
  boolean awaitsLastReport() {
    ReportDigest latest = digest;
    return state != ProcessState.RUNNING
        && !failed
        && (latest == null || !latest.reading().isFinal());
  }

  /** The time at which the process was last judged. */
  long judgedNanos() {
    return judgedNanos;
  }

  /**
   * Whether the process was judged too recently to be judged again; after a failure, the wait is
   * longer.
   */
  boolean rests(long now) {
    long rest = failed ? UnreadableLedgers.REST.toNanos() : SECOND;
    return judgedNanos != 0 && now - judgedNanos < rest && !awaitsLastReport();
  }

  private long marksBytes() {
    try {
      return Files.size(marks);
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * Judges what is open, unless the ledger was replaced. The file is opened again by its name,
   * which after a replacement would refer to a different file.
   *
   * @throws IOException if the ledger cannot be read
   * @throws OutOfMemoryError if the ledger is too large for this heap
   */
  void judge(Instant at, long nanos) throws IOException {
    judgedNanos = nanos;
    failed = true;
    tooLarge = !LedgerListing.fitsInMemory(Files.size(ledger));
    if (tooLarge) {
      failed = false;
      return;
    }
    LedgerPulse before = pulse;
    long marksBefore = marksBytes();
    ReportDigest last = digest;
    ReportDigest latest = judging.of(ledger, at, last);
    if (isReplaced()) {
      deleted();
      return;
    }
    settled = latest.leaking().equals(last == null ? Set.of() : last.leaking());
    digest = latest;
    judgedPulse = before;
    judgedMarks = marksBefore;
    failed = false;
  }

  static ReportDigest digest(Path ledger, Instant at, @Nullable ReportDigest last)
      throws IOException {
    return digest(ledger, at, last, ReportDigest.MAX_SITES);
  }

  private static ReportDigest digest(
      Path ledger, Instant at, @Nullable ReportDigest last, int maxSites) throws IOException {
    JudgedLedger judged = JudgedLedger.read(ledger, AnalysisOptions.defaults(), ReadProgress.NONE);
    return ReportDigest.of(judged.image(), judged.report(), at, last, maxSites);
  }

  ProcessView view() {
    List<DeviceUse> devices = new ArrayList<>();
    for (DeviceEntry entry : pulse.devices()) {
      if (entry.device() >= 0) {
        devices.add(use(entry));
      }
    }
    devices.sort(DeviceUse.IN_ORDER);
    return new ProcessView(
        ledger,
        state,
        pulse,
        deleted,
        digest,
        devices,
        openedPerSecond,
        closedPerSecond,
        history.open(),
        isOutdated());
  }

  private DeviceUse use(DeviceEntry entry) {
    ReportDigest latest = digest;
    ReportDigest.Parts parts =
        latest == null
            ? ReportDigest.Parts.unjudged(entry.liveBytes())
            : latest.partsOf(entry.device(), entry.space());
    return new DeviceUse(
        entry.device(),
        entry.space(),
        entry.liveBytes(),
        entry.peakBytes(),
        entry.opened(),
        entry.closed(),
        parts.capacity(),
        new DeviceUse.Reported(
            parts.addressed(),
            parts.shared(),
            parts.infrastructure(),
            parts.cached(),
            parts.overlap(),
            parts.level()));
  }

  @Override
  public void close() throws IOException {
    closed = true;
    counters.close();
  }
}
