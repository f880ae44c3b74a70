package io.ttalloc.analysis;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.LifetimeBuckets;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.CloseSiteEntry;
import io.ttalloc.ledger.read.DeviceEntry;
import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.Mark;
import io.ttalloc.ledger.read.MisuseEntry;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SiteName;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.StatisticsEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.ThreadEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A ledger that a test writes down; each opening is one millisecond after the one before. */
public final class FakeLedger implements LedgerImage {
  static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final long MILLI = 1_000_000;

  private record TallyKey(TypeEntry type, List<Frame> stack) {}

  private static final class Counts {
    private final int id;
    private final TypeEntry type;
    private final List<Frame> stack;
    private long opened;
    private long closed;
    private long reclaimed;
    private long reclaimedBytes;
    private long collected;
    private long folded;
    private long foldedBytes;
    private long closeFailed;
    private long aliases;
    private long[] lifetimes = new long[0];

    Counts(int id, TallyKey key) {
      this.id = id;
      type = key.type();
      stack = key.stack();
    }

    TallyEntry entry() {
      return new TallyEntry(
          id,
          type,
          stack,
          opened,
          closed,
          reclaimed,
          reclaimedBytes,
          collected,
          folded,
          foldedBytes,
          0,
          closeFailed,
          aliases,
          lifetimes);
    }
  }

  private final Map<TallyKey, Counts> tallies = new LinkedHashMap<>();
  private final List<FakeSlot> slots = new ArrayList<>();
  private final List<List<Frame>> stacks = new ArrayList<>();
  private final List<CloseSiteEntry> closeSites = new ArrayList<>();
  private final List<SiteName> siteNames = new ArrayList<>();
  private final List<ThreadEntry> threads = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private final List<StatisticsEntry> statistics = new ArrayList<>();
  private final List<DeviceEntry> devices = new ArrayList<>();
  private final List<MisuseEntry> misuse = new ArrayList<>();
  private final List<String> damage = new ArrayList<>();
  private final List<String> marksDamage = new ArrayList<>();
  private final Map<Integer, String> laterDamage = new HashMap<>();
  private int passes;
  private final List<EventEntry> events = new ArrayList<>();
  private long eventsSince;
  private String command = "demo mesh";
  private ProcessEntry.Ended ended = ProcessEntry.Ended.EXIT;
  private boolean attachedLate;
  private final Set<Gap> gaps = EnumSet.noneOf(Gap.class);
  private final Map<Loss, Long> losses = new EnumMap<>(Loss.class);
  private long hookErrors;
  private long now = 0;

  private FakeLedger() {}

  /** An empty ledger of a process that ended in order. */
  public static FakeLedger ledger() {
    return new FakeLedger();
  }

  /** A type without flags, like a file. */
  public static TypeEntry type(String name, String className) {
    return new TypeEntry(name, className, false, false, false, false);
  }

  /** A type with a size. */
  public static TypeEntry sized(String name, String className) {
    return new TypeEntry(name, className, false, false, true, false);
  }

  /** A type that owns others and has no size. */
  public static TypeEntry container(String name, String className) {
    return new TypeEntry(name, className, false, true, false, false);
  }

  /** A cache. */
  public static TypeEntry cache(String name, String className, String release) {
    return new TypeEntry(name, className, true, true, false, false, release);
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

  /** Opens a resource; the slot's methods add what is known of it. */
  public FakeSlot open(TypeEntry type, List<Frame> stack) {
    Counts counts = counts(type, stack);
    counts.opened++;
    now += MILLI;
    FakeSlot slot = new FakeSlot(this, slots.size() + 1, counts.id, type, now);
    slots.add(slot);
    return slot;
  }

  /** Resources that were opened and closed again. */
  public FakeLedger closed(TypeEntry type, List<Frame> stack, long count, long lifetimeNanos) {
    Counts counts = counts(type, stack);
    counts.opened += count;
    counts.closed += count;
    if (counts.lifetimes.length == 0) {
      counts.lifetimes = new long[LifetimeBuckets.COUNT];
    }
    counts.lifetimes[LifetimeBuckets.indexOf(lifetimeNanos)] += count;
    return this;
  }

  /** Aliases that were opened and closed again. */
  public FakeLedger closedViews(TypeEntry type, List<Frame> stack, long count) {
    closed(type, stack, count, MILLI);
    counts(type, stack).aliases += count;
    return this;
  }

  /** Resources that a reclaimer closed. */
  public FakeLedger reclaimed(TypeEntry type, List<Frame> stack, long count, long bytes) {
    Counts counts = counts(type, stack);
    counts.opened += count;
    counts.closed += count;
    counts.reclaimed += count;
    counts.reclaimedBytes += bytes;
    return this;
  }

  public FakeLedger closeSite(TypeEntry type, List<Frame> opened, List<Frame> by, long count) {
    closeSites.add(new CloseSiteEntry(counts(type, opened).id, by, count));
    return this;
  }

  public FakeLedger site(String className, String method, String name) {
    siteNames.add(new SiteName(className, method, name));
    return this;
  }

  public FakeLedger mark(String name) {
    return mark(name, -1);
  }

  public FakeLedger mark(String name, long residentBytes) {
    now += MILLI;
    marks.add(new Mark(name, START.plusNanos(now), now, residentBytes));
    return this;
  }

  /** The allocator's answer, asked now. */
  public FakeLedger statistics(int round, int device, String session, String space, long bytes) {
    now += MILLI;
    statistics.add(new StatisticsEntry(round, now, device, session, space, bytes, -1, -1));
    return this;
  }

  public FakeLedger device(int device, String space, long peak, long opened, long closed) {
    return device(device, space, 0, peak, opened, closed);
  }

  public FakeLedger device(
      int device, String space, long live, long peak, long opened, long closed) {
    devices.add(new DeviceEntry(device, space, live, peak, opened, closed));
    return this;
  }

  public FakeLedger misuse(
      MisuseKind kind, TypeEntry type, List<Frame> first, List<Frame> second, long count) {
    return misuse(kind, type, first, second, count, null);
  }

  public FakeLedger misuse(
      MisuseKind kind,
      TypeEntry type,
      List<Frame> first,
      List<Frame> second,
      long count,
      @Nullable String detail) {
    misuse.add(new MisuseEntry(kind, type, first, second, count, detail));
    return this;
  }

  /** A thread that ran when the process ended. */
  public FakeLedger running(String thread, List<Frame> stack) {
    threads.add(new ThreadEntry(thread, stack));
    return this;
  }

  public FakeLedger ended(ProcessEntry.Ended how) {
    ended = how;
    return this;
  }

  public FakeLedger command(String text) {
    command = text;
    return this;
  }

  public FakeLedger attachedLate() {
    attachedLate = true;
    return this;
  }

  public FakeLedger gap(Gap gap) {
    gaps.add(gap);
    return this;
  }

  public FakeLedger dropped(Loss why, long count) {
    losses.put(why, count);
    return this;
  }

  /** Adds collected ones of this type and stack that have no slot, beside one that has. */
  public FakeLedger folded(FakeSlot like, long count, long bytes) {
    Counts counts = byId(like.entry().tally().id());
    counts.opened += count;
    counts.collected += count;
    counts.folded += count;
    counts.foldedBytes += bytes;
    return this;
  }

  public FakeLedger hookErrors(long count) {
    hookErrors = count;
    return this;
  }

  public FakeLedger damage(String sentence) {
    damage.add(sentence);
    return this;
  }

  public FakeLedger marksDamage(String sentence) {
    marksDamage.add(sentence);
    return this;
  }

  /** Is damaged only when its slots are read for so many times. */
  public FakeLedger damageOfPass(int pass, String sentence) {
    laterDamage.put(pass, sentence);
    return this;
  }

  /** An event that changed the running totals; later ones come later. */
  public FakeLedger event(
      long atNanos, EventEntry.Kind kind, int device, String space, long bytes) {
    events.add(new EventEntry(atNanos, kind, 16, device, space, 0, bytes));
    return this;
  }

  /** Events of before were overwritten. */
  public FakeLedger eventsSince(long nanos) {
    eventsSince = nanos;
    return this;
  }

  int stackId(List<Frame> stack) {
    stacks.add(stack);
    return stacks.size();
  }

  void collected(int tally) {
    byId(tally).collected++;
  }

  void closeFailed(int tally) {
    byId(tally).closeFailed++;
  }

  void alias(int tally) {
    byId(tally).aliases++;
  }

  void closedOwner(int tally) {
    byId(tally).closed++;
  }

  private Counts counts(TypeEntry type, List<Frame> stack) {
    return tallies.computeIfAbsent(
        new TallyKey(type, stack), key -> new Counts(tallies.size() * 16 + 16, key));
  }

  TallyEntry tally(int id) {
    return byId(id).entry();
  }

  private Counts byId(int id) {
    return tallies.values().stream().filter(c -> c.id == id).findFirst().orElseThrow();
  }

  @Override
  public ProcessEntry process() {
    return new ProcessEntry(
        4242,
        START.minusMillis(100),
        START,
        2_000_000_000L,
        command,
        "17.0.15",
        ended,
        attachedLate,
        true,
        gaps);
  }

  @Override
  public Map<Integer, TallyEntry> tallies() {
    Map<Integer, TallyEntry> entries = new LinkedHashMap<>();
    tallies.values().forEach(counts -> entries.put(counts.id, counts.entry()));
    return entries;
  }

  @Override
  public Map<Integer, SlotEntry> owners() {
    Map<Integer, SlotEntry> owners = new LinkedHashMap<>();
    for (FakeSlot slot : slots) {
      SlotEntry entry = slot.entry();
      if (slot.type().owner() || slot.type().holder() || entry.state() == SlotState.CLOSED_OWNER) {
        owners.put(entry.index(), entry);
      }
    }
    return owners;
  }

  @Override
  public List<DeviceEntry> devices() {
    return devices;
  }

  @Override
  public List<StatisticsEntry> statistics() {
    return statistics;
  }

  @Override
  public List<Mark> marks() {
    return marks;
  }

  @Override
  public List<MisuseEntry> misuse() {
    return misuse;
  }

  @Override
  public List<CloseSiteEntry> closeSites() {
    return closeSites;
  }

  @Override
  public List<SiteName> siteNames() {
    return siteNames;
  }

  @Override
  public List<ThreadEntry> threads() {
    return threads;
  }

  @Override
  public List<EventEntry> events() {
    return events;
  }

  @Override
  public long eventsSinceNanos() {
    return eventsSince;
  }

  @Override
  public List<Frame> stack(int stackId) {
    return stackId == 0 ? List.of() : stacks.get(stackId - 1);
  }

  @Override
  public Map<Loss, Long> losses() {
    return losses;
  }

  @Override
  public long hookErrors() {
    return hookErrors;
  }

  @Override
  public long unknownCloses() {
    return 0;
  }

  @Override
  public List<String> damage() {
    return damage;
  }

  @Override
  public List<String> marksDamage() {
    return marksDamage;
  }

  @Override
  public List<String> forEachSlot(Consumer<SlotEntry> visitor) {
    for (FakeSlot slot : slots) {
      visitor.accept(slot.entry());
    }
    String later = laterDamage.get(++passes);
    return later == null ? List.of() : List.of(later);
  }
}
