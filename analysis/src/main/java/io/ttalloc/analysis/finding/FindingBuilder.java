package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.analysis.snapshot.Owner;
import io.ttalloc.analysis.verdict.Case;
import io.ttalloc.analysis.verdict.Judgement;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.wording.Names;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sums the cases that fold into one finding. Keeps no object per case but the first one's. */
final class FindingBuilder {
  private static final int MAX_DEVICES = 4_096;

  private final Verdict verdict;
  private final Case first;
  private final Cycles.Counts cycles;
  private final Cycles.Counts ofStack;
  private final Blocks blocks;
  private final Bounded<Integer> devices = Bounded.of(MAX_DEVICES);
  private final Bounded<Long> addresses;
  private final Bounded<String> labels;
  private final Bounded<String> threads;
  private final Bounded<String> entries;
  private final Bounded<Owner> roots;
  private final Bounded<Owner> causes;
  private final Bounded<Owner> closedOwners;
  private final Shares shares = new Shares();
  private final Map<Integer, Long> sharedRegions = new HashMap<>();
  private long count;
  private long collected;
  private long bytes;
  private long regions;
  private long regionBytes;
  private long oldest = Long.MAX_VALUE;
  private long newest = Long.MIN_VALUE;

  /**
   * @param cycles counts of this finding
   * @param ofStack counts of all findings of its type and stack, shared by them
   */
  FindingBuilder(
      Verdict verdict, Case first, Cycles.Counts cycles, Cycles.Counts ofStack, int most) {
    this.verdict = verdict;
    this.first = first;
    this.cycles = cycles;
    this.ofStack = ofStack;
    blocks = new Blocks(most);
    addresses = Bounded.of(most);
    labels = new Bounded<>(most, Names.NATURAL_ORDER);
    threads = new Bounded<>(most, Names.NATURAL_ORDER);
    entries = new Bounded<>(most, Names.NATURAL_ORDER);
    roots = Bounded.of(most);
    causes = Bounded.of(most);
    closedOwners = Bounded.of(most);
  }

  void add(Case judged, Judgement judgement) {
    SlotEntry slot = judged.slot();
    count++;
    collected += slot.state() == SlotState.COLLECTED ? 1 : 0;
    long ownBytes = slot.alias() ? 0 : slot.bytes();
    bytes += ownBytes;
    long regionBytesBefore = regionBytes;
    addRegion(judged, ownBytes);
    shares.add(slot, ownBytes, regionBytes - regionBytesBefore);
    oldest = Math.min(oldest, slot.openedNanos());
    newest = Math.max(newest, slot.openedNanos());
    cycles.add(slot.openedNanos(), ownBytes);
    if (ofStack != cycles) {
      ofStack.add(slot.openedNanos(), ownBytes);
    }
    Integer device = slot.hasDevice() && slot.device() >= 0 ? slot.device() : null;
    if (device != null) {
      devices.add(device);
    }
    Long address = slot.hasAddress() ? slot.address() : null;
    if (address != null) {
      addresses.add(address);
    }
    blocks.add(ownBytes, address, device);
    threads.add(slot.thread());
    addOwners(judgement);
    Owner stop = judged.stop();
    if (stop != null && stop.isClosed()) {
      closedOwners.add(stop);
    }
    SlotEntry.Extension extension = slot.extension();
    if (extension != null) {
      addExtension(extension);
    }
  }

  private void addRegion(Case judged, long ownBytes) {
    SlotEntry slot = judged.slot();
    Regions there = judged.regions();
    if (slot.alias() || there == null) {
      return;
    }
    if (slot.hasAddress() && slot.extentBytes() <= 0) {
      return;
    }
    int region = slot.shared() || there.hasContested() ? judged.region() : -1;
    if (region >= 0 && (slot.shared() || there.contested(region))) {
      Long before = sharedRegions.put(there.ordinal(region), ownBytes);
      long most = before == null ? ownBytes : Math.max(before, ownBytes);
      sharedRegions.put(there.ordinal(region), most);
      regions += before == null ? 1 : 0;
      regionBytes += most - (before == null ? 0 : before);
      return;
    }
    regions++;
    regionBytes += ownBytes;
  }

  private void addOwners(Judgement judgement) {
    Owner root = judgement.root();
    if (root != null) {
      roots.add(root);
      SlotEntry.Extension extension = root.slot().extension();
      if (extension != null && extension.entry() != null) {
        entries.add(extension.entry());
      }
    }
    Owner cause = judgement.cause();
    if (cause != null) {
      causes.add(cause);
    }
  }

  private void addExtension(SlotEntry.Extension extension) {
    if (extension.label() != null) {
      labels.add(extension.label());
    }
    if (extension.entry() != null) {
      entries.add(extension.entry());
    }
  }

  Verdict verdict() {
    return verdict;
  }

  /** The first case in the order of slots. */
  Case first() {
    return first;
  }

  TallyEntry tally() {
    return first.tally();
  }

  Cycles.Counts cycles() {
    return cycles;
  }

  /**
   * Whether each of the last cycles left something of this type and stack open, some of it here.
   * What one moment separates (the collector has not come by the newest ones yet, a method still
   * runs) grows together.
   */
  boolean isGrowing() {
    return ofStack.isGrowing() && cycles.isRecent();
  }

  long count() {
    return count;
  }

  /** How many of them the collector itself took, and not only their owner. */
  long collected() {
    return collected;
  }

  long bytes() {
    return bytes;
  }

  List<Owner> roots() {
    return roots.values();
  }

  boolean hasMoreRoots() {
    return roots.hasMore();
  }

  List<Owner> causes() {
    return causes.values();
  }

  @Nullable Owner firstCause() {
    List<Owner> all = causes.values();
    return all.isEmpty() ? null : all.get(0);
  }

  /** Those whose close left something of this open, in the order of opening. */
  List<Owner> closedOwners() {
    return closedOwners.values();
  }

  /** Ascending. */
  List<Integer> devices() {
    return devices.values();
  }

  Finding.Amount amount(long viewsOpened, long viewsClosed) {
    return new Finding.Amount(
        count,
        tally().opened(),
        tally().closed(),
        bytes,
        regions,
        regionBytes,
        0,
        viewsOpened,
        viewsClosed);
  }

  List<Share> shares() {
    return shares.toList();
  }

  Finding.Location location() {
    List<Finding.Label> named = new ArrayList<>();
    labels.counts().forEach((text, times) -> named.add(new Finding.Label(text, times[0])));
    return new Finding.Location(
        first.slot().space(),
        devices.values(),
        addresses.values(),
        addresses.hasMore(),
        blocks.toList(),
        blocks.hasMore(),
        named,
        labels.hasMore(),
        labels.total(),
        threads.values());
  }

  Finding.Ownership ownership(List<String> chain, List<String> heldBy, List<Frame> closedBy) {
    List<String> names = new ArrayList<>();
    for (Owner root : roots.values()) {
      names.add(root.name());
    }
    if (names.isEmpty() && verdict == Verdict.ORPHANED) {
      for (Owner cause : causes.values()) {
        names.add(cause.name());
      }
    }
    boolean more = roots.hasMore() || causes.hasMore();
    return new Finding.Ownership(names, more, chain, heldBy, entries.values(), closedBy);
  }

  Finding.Age age(long readAtNanos) {
    return new Finding.Age(oldest, newest, Math.max(0, readAtNanos - oldest));
  }
}
