package io.ttalloc.natives.socket.accounting;

/**
 * The live allocations of one kind on one device: a map from an address to its size and reference
 * count.
 *
 * <p>Uses open addressing in three arrays that are at most half full, with 20 bytes for each place.
 * A process may have a million allocations, and each would take several objects in a map of the
 * JDK. A place is empty if its reference count is 0, so 0 is a valid address. A new table has a
 * single place, which stays empty. Not thread-safe.
 */
final class AddressTable {
  private static final int MIN_CAPACITY = 16;

  /** Visits entries. */
  interface Visitor {
    void entry(long address, long bytes, int references);
  }

  private long[] addresses = new long[1];
  private long[] bytes = new long[1];
  private int[] references = new int[1];
  private int size;

  int size() {
    return size;
  }

  /**
   * Returns the place of an address. If the table does not contain the address, returns the bitwise
   * complement of the place where the address would be added.
   */
  int find(long address) {
    int mask = addresses.length - 1;
    int place = hash(address) & mask;
    while (references[place] != 0) {
      if (addresses[place] == address) {
        return place;
      }
      place = (place + 1) & mask;
    }
    return ~place;
  }

  long bytes(int place) {
    return bytes[place];
  }

  int references(int place) {
    return references[place];
  }

  /** Adds an address that the table does not contain yet, with one reference. */
  void add(long address, long itsBytes) {
    if (2 * (size + 1) > addresses.length) {
      resize(Math.max(MIN_CAPACITY, 2 * addresses.length));
    }
    int place = ~find(address);
    addresses[place] = address;
    bytes[place] = itsBytes;
    references[place] = 1;
    size++;
  }

  /**
   * Sets the size of the allocation at a place, and adds a reference. Returns the number of
   * references, which never exceeds {@code Integer.MAX_VALUE}.
   */
  int refer(int place, long itsBytes) {
    bytes[place] = itsBytes;
    if (references[place] < Integer.MAX_VALUE) {
      references[place]++;
    }
    return references[place];
  }

  /**
   * Removes a reference; if it was the last one, removes the address. Returns the number of
   * references left.
   */
  int release(int place) {
    int left = references[place] - 1;
    references[place] = left;
    if (left == 0) {
      size--;
      closeGap(place);
      if (addresses.length > MIN_CAPACITY && 8 * size < addresses.length) {
        resize(addresses.length / 2);
      }
    }
    return left;
  }

  void forEach(Visitor visitor) {
    for (int place = 0; place < addresses.length; place++) {
      if (references[place] != 0) {
        visitor.entry(addresses[place], bytes[place], references[place]);
      }
    }
  }

  /**
   * Moves entries into the empty place before them. A search stops at an empty place, and would
   * otherwise no longer find these entries.
   */
  private void closeGap(int empty) {
    int mask = addresses.length - 1;
    int gap = empty;
    for (int place = (gap + 1) & mask; references[place] != 0; place = (place + 1) & mask) {
      int home = hash(addresses[place]) & mask;
      if (((place - home) & mask) >= ((place - gap) & mask)) {
        addresses[gap] = addresses[place];
        bytes[gap] = bytes[place];
        references[gap] = references[place];
        references[place] = 0;
        gap = place;
      }
    }
  }

  private void resize(int length) {
    long[] oldAddresses = addresses;
    long[] oldBytes = bytes;
    int[] oldReferences = references;
    addresses = new long[length];
    bytes = new long[length];
    references = new int[length];
    for (int old = 0; old < oldAddresses.length; old++) {
      if (oldReferences[old] != 0) {
        int place = ~find(oldAddresses[old]);
        addresses[place] = oldAddresses[old];
        bytes[place] = oldBytes[old];
        references[place] = oldReferences[old];
      }
    }
  }

  /** Mixes all bits of an address, because addresses are multiples of large powers of two. */
  private static int hash(long address) {
    long mixed = address * 0x9e37_79b9_7f4a_7c15L;
    mixed = (mixed ^ (mixed >>> 32)) * 0xd6e8_feb8_6659_fd93L;
    return (int) (mixed >>> 32);
  }
}
