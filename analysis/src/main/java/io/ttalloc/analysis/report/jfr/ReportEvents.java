package io.ttalloc.analysis.report.jfr;

import io.ttalloc.analysis.facts.Lifetime;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.CloseSite;
import io.ttalloc.analysis.fold.DeviceShare;
import io.ttalloc.analysis.fold.ListedResource;
import io.ttalloc.analysis.memory.DeviceSpace;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.site.Fingerprint;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.DeviceName;
import io.ttalloc.text.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Adds the content of a report to a recording, as events. An instance can be used only once. Not
 * thread-safe.
 */
final class ReportEvents {
  /** The content of an event about one or several resources. */
  private record Open(
      long nanos,
      long lengthNanos,
      @Nullable String thread,
      long count,
      long bytes,
      long regionBytes,
      @Nullable Integer device,
      @Nullable Long address,
      @Nullable String label,
      @Nullable String owner) {}

  private final Report report;
  private final JfrChunk chunk;
  private final JfrConstants constants;
  private final long endNanos;

  /** The number of allocation events that have been written for async-profiler's converter. */
  private long converted;

  ReportEvents(Report report, JfrChunk chunk) {
    this.report = report;
    this.chunk = chunk;
    constants = chunk.constants();
    endNanos = Math.max(0, report.process().clock().lastSeenNanos());
  }

  void add() throws IOException {
    for (Finding finding : report.findings()) {
      // Reclaimed resources are no longer open.
      if (!finding.verdict().isReclaimed()) {
        addOpen(finding);
      }
      for (CloseSite site : finding.explanation().siblings()) {
        add(finding, site);
      }
    }
    for (TallyEntry tally : report.history().opened()) {
      add(tally);
    }
    for (Lifetime lifetime : report.history().lifetimes()) {
      add(lifetime);
    }
    addStatistics();
  }

  private void addOpen(Finding finding) throws IOException {
    long stack = constants.stack(finding.opening().frames());
    List<DeviceShare> rest = new ArrayList<>(finding.shares());
    for (ListedResource resource : finding.listed()) {
      Open open = one(resource);
      add(finding, stack, open);
      rest.replaceAll(share -> without(share, open));
    }
    for (DeviceShare share : rest) {
      if (share.count() > 0) {
        add(finding, stack, several(finding, share));
      }
    }
  }

  private static DeviceShare without(DeviceShare share, Open open) {
    Integer there = share.device();
    boolean same = there == null ? open.device == null : there.equals(open.device);
    return same ? minus(share, open.count, open.bytes, open.regionBytes) : share;
  }

  private static DeviceShare minus(DeviceShare of, long count, long bytes, long regionBytes) {
    return new DeviceShare(
        of.device(),
        of.count() - count,
        of.bytes() - bytes,
        of.regionBytes() - regionBytes,
        of.sharedBytes());
  }

  private Open one(ListedResource resource) {
    SlotEntry slot = resource.slot();
    int device = DeviceSpace.of(slot).device();
    return new Open(
        slot.opened().nanos(),
        Math.max(0, endNanos - slot.opened().nanos()),
        slot.opened().thread(),
        1,
        resource.bytes(),
        resource.regionBytes(),
        device == DeviceSpace.NO_DEVICE ? null : Integer.valueOf(device),
        slot.place().hasAddress() ? Long.valueOf(slot.place().address()) : null,
        slot.label(),
        resource.owner());
  }

  /**
   * Returns the event for several resources; it starts when the oldest resource of the finding was
   * opened.
   */
  private static Open several(Finding finding, DeviceShare share) {
    return new Open(
        finding.oldest().openedNanos(),
        finding.oldest().ageNanos(),
        null,
        share.count(),
        share.bytes(),
        share.regionBytes(),
        share.device(),
        null,
        null,
        finding.ownership().owner());
  }

  private void add(Finding finding, long stack, Open open) throws IOException {
    long type = constants.type(finding.type().className());
    long thread = constants.thread(open.thread);
    JfrBytes event = JfrChunk.begin(JfrType.RESOURCE_OPEN);
    event.number(open.nanos);
    event.number(open.lengthNanos);
    event.number(thread);
    event.number(stack);
    text(event, finding.type().name());
    text(event, finding.type().className());
    event.number(open.count);
    event.number(open.bytes);
    event.number(open.regionBytes);
    text(event, device(open.device));
    text(event, finding.location().space());
    text(event, open.address == null ? null : Numbers.hex(open.address));
    text(event, open.label);
    text(event, open.owner);
    text(event, finding.verdict().name());
    event.flag(finding.leak());
    event.flag(finding.growing());
    text(event, finding.judgement().suppressedBy());
    text(event, finding.opening().title());
    text(event, finding.fingerprint());
    chunk.add(event);
    addLiveObject(open, thread, stack, type);
    addMalloc(open, thread, stack);
  }

  private void addLiveObject(Open open, long thread, long stack, long type) throws IOException {
    JfrBytes event = JfrChunk.begin(JfrType.LIVE_OBJECT);
    event.number(open.nanos);
    event.number(thread);
    event.number(stack);
    event.number(type);
    event.number(open.regionBytes);
    event.number(open.nanos);
    chunk.add(event);
  }

  /**
   * Adds an event for native memory that was not freed, which is how async-profiler's converter
   * represents an open resource.
   *
   * <p>The converter treats two events with the same address as one allocation, but handles on
   * several devices may have the same address, so each event gets a number instead. The converter
   * ignores allocations in the last tenth of the time between the first and the last event, and
   * treats an event without bytes as a free. So all events are at the time of the reading and have
   * at least one byte.
   */
  private void addMalloc(Open open, long thread, long stack) throws IOException {
    converted++;
    JfrBytes event = JfrChunk.begin(JfrType.MALLOC);
    event.number(endNanos);
    event.number(thread);
    event.number(stack);
    event.number(converted);
    event.number(Math.max(1, open.regionBytes));
    chunk.add(event);
  }

  private static @Nullable String device(@Nullable Integer device) {
    return device == null ? null : DeviceName.of(device);
  }

  private void text(JfrBytes event, @Nullable String text) {
    constants.text(event, text);
  }

  /** Returns an event that spans the whole recording. */
  private JfrBytes whole(JfrType type) {
    JfrBytes event = JfrChunk.begin(type);
    event.number(0);
    event.number(endNanos);
    return event;
  }

  private void add(Finding finding, CloseSite site) throws IOException {
    JfrBytes event = whole(JfrType.CLOSING_STACK);
    event.number(constants.stack(site.stack()));
    text(event, finding.type().name());
    event.number(site.count());
    text(event, finding.fingerprint());
    chunk.add(event);
  }

  private void add(TallyEntry tally) throws IOException {
    TypeEntry type = tally.type();
    JfrBytes event = whole(JfrType.OPENING_STACK);
    event.number(constants.stack(tally.stack()));
    text(event, type.name());
    text(event, type.className());
    event.number(tally.opened());
    event.number(tally.closed());
    event.number(tally.closes().reclaimed());
    event.number(tally.losses().collected());
    event.number(tally.openings().bytes());
    text(event, Fingerprint.of(type, tally.stack()));
    chunk.add(event);
  }

  private void add(Lifetime lifetime) throws IOException {
    JfrBytes event = whole(JfrType.LIFETIMES);
    text(event, lifetime.type());
    text(event, lifetime.site());
    event.number(lifetime.count());
    event.number(lifetime.p50Nanos());
    event.number(lifetime.p90Nanos());
    event.number(lifetime.p99Nanos());
    event.number(lifetime.maxNanos());
    chunk.add(event);
  }

  private static <T> long sum(List<T> rows, ToLongFunction<T> number) {
    return rows.stream().mapToLong(number).reduce(0, SaturatedSum::of);
  }

  private void addStatistics() throws IOException {
    JfrBytes event = JfrChunk.begin(JfrType.LEDGER_STATISTICS);
    event.number(endNanos);
    event.number(report.totals().opened());
    event.number(report.totals().closed());
    event.number(sum(report.history().opened(), tally -> tally.losses().collected()));
    event.number(report.totals().dropped());
    event.number(sum(report.memory().devices(), row -> row.use().handleBytes()));
    event.number(report.totals().live());
    event.number(report.totals().use().bytes());
    event.number(report.leaks());
    event.flag(report.isJudged());
    chunk.add(event);
  }
}
