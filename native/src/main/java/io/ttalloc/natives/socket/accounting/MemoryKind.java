package io.ttalloc.natives.socket.accounting;

import org.jspecify.annotations.Nullable;

/**
 * A kind of memory or kernel that can be allocated on a device. Equal addresses of different kinds
 * are unrelated.
 */
public enum MemoryKind {
  DRAM(Family.BUFFER, 0),
  L1(Family.BUFFER, 1),
  SYSTEM_MEMORY(Family.BUFFER, 2),
  L1_SMALL(Family.BUFFER, 3),
  TRACE(Family.BUFFER, 4),
  CB(Family.CIRCULAR_BUFFER, 0),
  KERNEL_APPLICATION(Family.KERNEL, 0),
  KERNEL_FABRIC(Family.KERNEL, 1),
  KERNEL_DISPATCH(Family.KERNEL, 2);

  /** A group of kinds that is counted separately. */
  public enum Family {
    BUFFER,
    CIRCULAR_BUFFER,
    KERNEL
  }

  private static final MemoryKind[] ALL = values();

  private final Family family;
  private final int code;

  MemoryKind(Family family, int code) {
    this.family = family;
    this.code = code;
  }

  public Family family() {
    return family;
  }

  /**
   * Returns the kind of a family with the given code in a message. For circular buffers, the code
   * is ignored, because there is only one kind.
   *
   * @return null if there is no such kind
   */
  static @Nullable MemoryKind of(Family family, int code) {
    for (MemoryKind kind : ALL) {
      if (kind.family == family && (kind.code == code || kind == CB)) {
        return kind;
      }
    }
    return null;
  }
}
