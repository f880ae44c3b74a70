package io.ttalloc.heap.dump;

/**
 * The objects of a dump, including classes: their ids and the positions of their records.
 *
 * <p>Filled in two passes over the dump, first with all ids, then with the positions, because the
 * table of positions can be allocated only when the number of objects is known.
 */
public final class ObjectTable {
  /**
   * The bytes that searches need for each object: a label or a parent, a place in a queue, and some
   * bits.
   */
  private static final int BYTES_OF_SEARCH = 9;

  private final MemoryBudget budget;
  private final ObjectIds ids;

  /** The lower four bytes of positions; the next field has the fifth, if the file is that large. */
  private int[] positions = {};

  private byte[] highBytes = {};

  ObjectTable(MemoryBudget budget) {
    this.budget = budget;
    this.ids = new ObjectIds(budget);
  }

  void add(long id) throws UnreadableDumpException {
    ids.add(id);
  }

  /** Allocates the positions, after all ids have been added. */
  void completeIds(long fileBytes) throws UnreadableDumpException {
    ids.complete();
    boolean large = fileBytes > 1L << Integer.SIZE;
    if (fileBytes > 1L << (Integer.SIZE + Byte.SIZE)) {
      throw new UnreadableDumpException("has " + fileBytes + " bytes, more than can be read");
    }
    int bytes = Integer.BYTES + (large ? 1 : 0) + BYTES_OF_SEARCH;
    budget.take((long) size() * bytes);
    positions = new int[size()];
    highBytes = new byte[large ? size() : 0];
  }

  /**
   * Stores the position of an object's record. If several records have the same id, the first one
   * is used.
   *
   * @return the number of the object; negative if its position was stored before
   */
  int position(long id, long position) throws UnreadableDumpException {
    int index = ids.indexOf(id);
    if (index < 0) {
      throw new UnreadableDumpException("was changed while it was read");
    }
    if (position(index) != 0) {
      return -1;
    }
    positions[index] = (int) position;
    if (highBytes.length > 0) {
      highBytes[index] = (byte) (position >>> Integer.SIZE);
    }
    return index;
  }

  /** The number of objects. */
  public int size() {
    return ids.size();
  }

  /** The index of an id; negative if there is no such object. */
  public int indexOf(long id) {
    return ids.indexOf(id);
  }

  /** The id of an object. */
  public long id(int index) {
    return ids.id(index);
  }

  /** The position of the record of an object. */
  long position(int index) {
    long low = positions[index] & 0xFFFF_FFFFL;
    return highBytes.length == 0 ? low : (highBytes[index] & 0xFFL) << Integer.SIZE | low;
  }

  /** The position of the record of the object with this id; negative if there is no such object. */
  long positionOf(long id) {
    int index = ids.indexOf(id);
    return index < 0 ? -1 : position(index);
  }

  /** Whether there are addresses beyond the range of compressed references. */
  boolean hasHighAddresses() {
    return ids.greatest() >>> 35 != 0;
  }
}
