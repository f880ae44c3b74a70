package io.ttalloc.probe;

import static io.ttalloc.ledger.LedgerLayout.SLOTS_PER_SEGMENT;
import static io.ttalloc.ledger.LedgerLayout.SLOTS_PER_SEGMENT_SHIFT;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The open resource of every slot. Keeps the references strongly, or the collector would forget to
 * report; costs one array element each and no lock.
 */
final class ResourceTable {
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Resource[].class);

  /** Stands where no segment is yet. */
  private static final Resource[] MISSING = new Resource[0];

  private volatile Resource[][] segments = new Resource[16][];

  ResourceTable() {
    Arrays.fill(segments, MISSING);
  }

  void put(int slot, Resource resource) {
    ELEMENT.setRelease(
        segment(slot >>> SLOTS_PER_SEGMENT_SHIFT), slot & (SLOTS_PER_SEGMENT - 1), resource);
  }

  void clear(int slot) {
    ELEMENT.setRelease(
        segment(slot >>> SLOTS_PER_SEGMENT_SHIFT), slot & (SLOTS_PER_SEGMENT - 1), (Resource) null);
  }

  /** The owner in a slot, if it still is the one with this generation. */
  @Nullable Owner owner(int slot, int generation) {
    Resource found =
        (Resource)
            ELEMENT.getAcquire(
                segment(slot >>> SLOTS_PER_SEGMENT_SHIFT), slot & (SLOTS_PER_SEGMENT - 1));
    return found instanceof Owner owner && owner.generation() == generation ? owner : null;
  }

  private Resource[] segment(int number) {
    Resource[][] all = segments;
    Resource[] segment = number < all.length ? all[number] : MISSING;
    return segment != MISSING ? segment : grow(number);
  }

  private synchronized Resource[] grow(int number) {
    Resource[][] all = segments;
    if (number >= all.length) {
      Resource[][] longer = new Resource[Math.max(number + 1, all.length * 2)][];
      System.arraycopy(all, 0, longer, 0, all.length);
      Arrays.fill(longer, all.length, longer.length, MISSING);
      all = longer;
    }
    Resource[] segment = all[number];
    if (segment == MISSING) {
      segment = new Resource[SLOTS_PER_SEGMENT];
      all[number] = segment;
    }
    segments = all;
    return segment;
  }
}
