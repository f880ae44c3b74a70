package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.ledger.read.SlotEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a finding is. Lists are bounded; the flags say what was left out.
 *
 * @param devices ascending, without whole meshes
 * @param addresses ascending
 * @param blocks sizes and addresses, the largest first
 * @param labels in natural order
 * @param labelled how many resources have a label
 */
public record Location(
    @Nullable String space,
    List<Integer> devices,
    List<Long> addresses,
    boolean moreAddresses,
    List<Block> blocks,
    boolean moreBlocks,
    List<Label> labels,
    boolean moreLabels,
    long labelled,
    List<String> threads) {

  /** A label and how many resources have it. */
  public record Label(String text, long count) {}

  /**
   * Handles of one size at one address, on any number of devices.
   *
   * @param address null if it has none
   */
  public record Block(long bytes, @Nullable Long address, long count, List<Integer> devices) {}

  /** Collects where resources are. */
  static final class Sums {
    private static final int MAX_DEVICES = 4_096;

    private final SmallestValues<Integer> devices = SmallestValues.of(MAX_DEVICES);
    private final SmallestValues<Long> addresses;
    private final Blocks blocks;
    private final SmallestValues<String> labels;
    private final SmallestValues<String> threads;

    Sums(int most) {
      addresses = SmallestValues.of(most);
      blocks = new Blocks(most);
      labels = new SmallestValues<>(most, JavaNames.NATURAL_ORDER);
      threads = new SmallestValues<>(most, JavaNames.NATURAL_ORDER);
    }

    void add(SlotEntry slot, long ownBytes) {
      Integer device = slot.hasDevice() && slot.device() >= 0 ? slot.device() : null;
      Long address = slot.hasAddress() ? slot.address() : null;
      SlotEntry.Extension extension = slot.extension();
      devices.addIfThere(device);
      addresses.addIfThere(address);
      blocks.add(ownBytes, address, device);
      threads.add(slot.thread());
      labels.addIfThere(extension == null ? null : extension.label());
    }

    Location toLocation(@Nullable String space) {
      List<Label> named = new ArrayList<>();
      labels.counts().forEach((text, times) -> named.add(new Label(text, times[0])));
      return new Location(
          space,
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
  }
}
