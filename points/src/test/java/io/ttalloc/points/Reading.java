package io.ttalloc.points;

import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.ledger.record.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The content of a ledger as a reader finds it, by type: the facts about every resource and the
 * sums of the counters. Reads the file as if the process were dead, so that no change can be in
 * progress.
 *
 * @param damage the damage found in the file
 */
record Reading(
    Map<String, List<Facts>> slots,
    Map<String, Counts> counts,
    Map<String, DeviceEntry> devices,
    List<String> damage,
    long dropped,
    long hookErrors) {
  private static final String INTERNAL = "(warm-up)";

  /** Counters of a type. */
  record Counts(long opened, long closed, long collected) {
    static final Counts NONE = new Counts(0, 0, 0);

    Counts plus(TallyEntry tally) {
      return new Counts(
          opened + tally.opened(), closed + tally.closed(), collected + tally.losses().collected());
    }

    Counts minus(Counts before) {
      return new Counts(
          opened - before.opened, closed - before.closed, collected - before.collected);
    }

    /** The number of open resources according to the counters. */
    long live() {
      return opened - closed;
    }
  }

  /**
   * The facts recorded about one resource, in groups, each of which the probe writes in one step.
   * Owner and holder are given by their types; an owner or holder that no longer exists is {@code
   * "?"}.
   */
  record Facts(String state, String attachment, String place, String label, String stack) {
    /** Whether the resource is recorded as open. */
    boolean isOpen() {
      return state.startsWith("OPEN");
    }

    /** These facts without the name of the space, which is missing if the ledger cannot grow. */
    Facts withoutSpace() {
      return new Facts(state, attachment, place.replaceFirst(" in [^ ]*", ""), label, stack);
    }

    @Override
    public String toString() {
      return Stream.of(state, attachment, place, label, stack)
          .filter(group -> !group.isEmpty())
          .collect(Collectors.joining(", "));
    }
  }

  static Reading of(Path ledger) throws IOException {
    LedgerImage image = LedgerReader.read(ledger, Liveness.PROBE);
    Map<String, Counts> counts = new HashMap<>();
    image
        .tallies()
        .values()
        .forEach(
            tally ->
                counts.put(
                    tally.type().name(),
                    counts.getOrDefault(tally.type().name(), Counts.NONE).plus(tally)));
    List<SlotEntry> entries = new ArrayList<>();
    image.forEachSlot(entries::add);
    Map<Integer, SlotEntry> byIndex = new HashMap<>();
    entries.forEach(entry -> byIndex.put(entry.id().index(), entry));
    Map<String, List<Facts>> slots = new HashMap<>();
    for (SlotEntry entry : entries) {
      String type = entry.tally().type().name();
      if (!type.equals(INTERNAL)) {
        slots.computeIfAbsent(type, any -> new ArrayList<>()).add(facts(entry, byIndex));
      }
    }
    Map<String, DeviceEntry> devices = new HashMap<>();
    image.devices().forEach(row -> devices.put(row.device() + " " + row.space(), row));
    return new Reading(slots, counts, devices, image.damage(), image.dropped(), image.hookErrors());
  }

  private static Facts facts(SlotEntry slot, Map<Integer, SlotEntry> byIndex) {
    SlotEntry.Held held = slot.ownership().held();
    String owner = nameOf(slot.ownership().owner(), byIndex);
    String holder =
        held == null
            ? "none"
            : nameOf(held.holder(), byIndex) + " as " + brief(String.valueOf(held.entry()));
    String state = slot.state() + (slot.closeFailed() ? ", close failed" : "");
    String place =
        (slot.bytes() == 0 ? "" : slot.bytes() + " B, " + slot.place().extentBytes() + " per bank")
            + (slot.place().hasAddress() ? " at " + slot.place().address() : "")
            + (slot.place().hasDevice() ? " of " + slot.place().device() : "")
            + (slot.place().space() == null ? "" : " in " + brief(slot.place().space()))
            + (slot.place().session() == null ? "" : " of session " + slot.place().session())
            + (slot.infrastructure()
                ? " infrastructure of " + slot.opened().infrastructureScope()
                : "");
    return new Facts(
        state,
        "owned by " + owner + ", held by " + holder,
        place,
        slot.label() == null ? "" : slot.label(),
        stack(slot.tally().stack()));
  }

  private static String brief(String text) {
    int keep = 24;
    return text.length() <= 2 * keep
        ? text
        : text.substring(0, keep) + "..." + text.substring(text.length() - keep);
  }

  private static String nameOf(SlotEntry.@Nullable Id id, Map<Integer, SlotEntry> byIndex) {
    if (id == null) {
      return "none";
    }
    SlotEntry owner = byIndex.get(id.index());
    return owner == null || !owner.id().equals(id) ? "?" : owner.tally().type().name();
  }

  /**
   * Returns the frames of a stack from the innermost one to the scenario. The frames below belong
   * to the test.
   */
  private static String stack(List<Frame> frames) {
    StringBuilder text = new StringBuilder();
    for (Frame frame : frames) {
      if (frame.className().equals(FaultTrial.class.getName())) {
        break;
      }
      text.append(frame.method()).append(':').append(frame.line()).append(' ');
    }
    return text.toString();
  }

  /** The resources of a type. */
  List<Facts> of(String type) {
    return slots.getOrDefault(type, List.of());
  }

  Counts counts(String type) {
    return counts.getOrDefault(type, Counts.NONE);
  }
}
