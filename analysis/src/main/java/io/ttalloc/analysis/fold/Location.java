package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.text.JavaNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the resources of a finding are, with their labels, threads and reference counts. Lists are
 * bounded; the flags say whether entries were omitted.
 *
 * @param devices ascending, without whole meshes
 * @param addresses ascending
 * @param blocks sizes and addresses, the largest first
 * @param references the reference counts of the resources
 */
public record Location(
    @Nullable String space,
    List<Integer> devices,
    List<Long> addresses,
    boolean moreAddresses,
    List<Block> blocks,
    boolean moreBlocks,
    Labels labels,
    List<String> threads,
    ReferenceCounts references) {
  private static final int MAX_DEVICES = 4_096;

  /**
   * The labels of resources.
   *
   * @param first the first labels in natural order
   * @param more whether there are others
   * @param labelled the number of resources with a label
   */
  public record Labels(List<Label> first, boolean more, long labelled) {}

  /** A label and the number of resources that have it. */
  public record Label(String text, long count) {}

  /**
   * Handles of the same size at the same address, on any number of devices.
   *
   * @param address the address of the handles; null if they have none
   */
  public record Block(long bytes, @Nullable Long address, long count, List<Integer> devices) {}

  record BlockKey(long bytes, @Nullable Long address) implements Comparable<BlockKey> {
    @Override
    public int compareTo(BlockKey other) {
      int bySize = Long.compare(other.bytes, bytes);
      if (bySize != 0) {
        return bySize;
      }
      if (address == null || other.address == null) {
        return Boolean.compare(address != null, other.address != null);
      }
      return Long.compare(address, other.address);
    }
  }

  private static final class BlockSum {
    private long count;
    private final SmallestValues<Integer> devices = SmallestValues.of(MAX_DEVICES);

    Block toBlock(BlockKey key) {
      return new Block(key.bytes, key.address, count, devices.values());
    }
  }

  /** Collects locations; {@code max} limits each list except the list of devices. */
  static final class Sums {
    private final SmallestValues<Integer> devices = SmallestValues.of(MAX_DEVICES);
    private final SmallestValues<Long> addresses;
    private final SmallestKeys<BlockKey, BlockSum> blocks;
    private final SmallestValues<String> labels;
    private final SmallestValues<String> threads;
    private final ReferenceCounts.Sums references = new ReferenceCounts.Sums();

    Sums(int max) {
      addresses = SmallestValues.of(max);
      blocks = new SmallestKeys<>(max, Comparator.naturalOrder(), BlockSum::new);
      labels = new SmallestValues<>(max, JavaNames.NATURAL_ORDER);
      threads = new SmallestValues<>(max, JavaNames.NATURAL_ORDER);
    }

    void add(SlotEntry slot, long ownBytes) {
      SlotEntry.Place place = slot.place();
      Integer device = place.hasDevice() && place.device() >= 0 ? place.device() : null;
      Long address = place.hasAddress() ? place.address() : null;
      devices.add(device);
      addresses.add(address);
      BlockSum block = blocks.sumOf(new BlockKey(ownBytes, address));
      if (block != null) {
        block.count++;
        block.devices.add(device);
      }
      threads.add(slot.opened().thread());
      labels.add(slot.label());
      references.add(slot.references());
    }

    Location toLocation(Facts facts, TallyEntry tally, @Nullable String space) {
      List<Block> sized = new ArrayList<>();
      blocks.sums().forEach((key, sum) -> sized.add(sum.toBlock(key)));
      List<Label> named = new ArrayList<>();
      labels.counts().forEach((text, times) -> named.add(new Label(text, times[0])));
      return new Location(
          space,
          devices.values(),
          addresses.values(),
          addresses.hasMore(),
          sized,
          blocks.hasMore(),
          new Labels(named, labels.hasMore(), labels.total()),
          threads.values(),
          references.toCounts(facts, tally.type()));
    }
  }
}
