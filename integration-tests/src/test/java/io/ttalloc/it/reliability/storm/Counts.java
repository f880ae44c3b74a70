package io.ttalloc.it.reliability.storm;

import io.ttalloc.it.reliability.program.Witnesses;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/** The counts of a ledger per type: opened, closed and present. */
public final class Counts {
  private final LedgerImage ledger;
  private final List<SlotEntry> slots = new ArrayList<>();

  private Counts(LedgerImage ledger) {
    this.ledger = ledger;
  }

  public static Counts of(LedgerImage ledger) throws IOException {
    Counts counts = new Counts(ledger);
    ledger.forEachSlot(counts.slots::add);
    return counts;
  }

  public long opened(String type) {
    return sum(type, TallyEntry::opened);
  }

  public long closed(String type) {
    return sum(type, TallyEntry::closed);
  }

  public long collected(String type) {
    return sum(type, tally -> tally.losses().collected());
  }

  /** The number of openings of all types except witnesses. */
  public long openedOfAll() {
    return ledger.tallies().values().stream().mapToLong(TallyEntry::opened).sum()
        - opened(Witnesses.TYPE);
  }

  /** The number of closes of all types except witnesses. */
  public long closedOfAll() {
    return ledger.tallies().values().stream().mapToLong(TallyEntry::closed).sum()
        - closed(Witnesses.TYPE);
  }

  /** The slots in use, in any state, without those of witnesses. */
  public List<SlotEntry> slots() {
    return slots.stream().filter(slot -> !typeOf(slot).equals(Witnesses.TYPE)).toList();
  }

  /** The byte counts of the open resources, which the programs set to the resources' numbers. */
  public Set<Long> live(String type) {
    Set<Long> live = new HashSet<>();
    for (SlotEntry slot : slots) {
      if (typeOf(slot).equals(type) && slot.state() == SlotState.OPEN) {
        live.add(slot.bytes());
      }
    }
    return live;
  }

  /**
   * The number of openings that are missing from the ledger or wrong there; 0 if all is well. The
   * program must have closed everything. Openings that the ledger counts as dropped are not
   * included.
   *
   * @param opened the number of openings, without witnesses
   */
  public long lostOf(long opened) {
    return Math.abs(opened + unrecordedWitnesses() - openedOfAll() - ledger.dropped())
        + Math.abs(openedOfAll() - closedOfAll())
        + slots().size();
  }

  /**
   * The number of witness openings that are missing from the ledger; 0 for a program without
   * witnesses.
   */
  private long unrecordedWitnesses() {
    long recorded = opened(Witnesses.TYPE);
    return recorded == 0 ? 0 : Witnesses.OPENED - recorded;
  }

  /**
   * The number of witness operations that are missing or wrong; 0 if all is well. Openings for
   * which the file did not grow in time are not counted, because they depend on the machine.
   */
  public long lostWitnesses() {
    Set<Long> expected = new HashSet<>();
    for (long number = 1; number <= Witnesses.LEFT; number++) {
      expected.add(number);
    }
    Set<Long> live = live(Witnesses.TYPE);
    Set<Long> both = new HashSet<>(live);
    both.retainAll(expected);
    long slow = ledger.losses().getOrDefault(Loss.GREW_TOO_SLOWLY, 0L);
    long opened = opened(Witnesses.TYPE);
    return beyond(slow, Witnesses.OPENED - opened)
        + Math.abs(opened - live.size() - closed(Witnesses.TYPE))
        + beyond(slow, expected.size() - both.size())
        + live.size()
        - both.size();
  }

  private static long beyond(long allowed, long missing) {
    return missing < 0 ? -missing : Math.max(0, missing - allowed);
  }

  private long sum(String type, ToLongFunction<TallyEntry> of) {
    return ledger.tallies().values().stream()
        .filter(tally -> tally.type().name().equals(type))
        .mapToLong(of)
        .sum();
  }

  private String typeOf(SlotEntry slot) {
    return slot.tally().type().name();
  }
}
