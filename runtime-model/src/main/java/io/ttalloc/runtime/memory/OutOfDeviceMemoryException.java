package io.ttalloc.runtime.memory;

import io.ttalloc.runtime.profile.BankLayout;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown if no free range of a space is large enough for a buffer.
 *
 * <p>The message contains everything needed to find the reason: the request, the state of the
 * space, and the buffers on both sides of the largest free block. It says which sizes are per bank.
 */
public final class OutOfDeviceMemoryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates an exception; {@code around} are the blocks next to the largest free range. */
  OutOfDeviceMemoryException(
      String where,
      AllocationRequest request,
      BankLayout layout,
      long allocated,
      FreeList free,
      List<Block> around) {
    super(
        ("Out of memory: cannot allocate %d B in %s of %s over %d banks: each bank needs %d B;"
                + " bank size %d B, allocated %d B, free %d B, largest free block %d B per bank%s."
                + " No buffer was created.")
            .formatted(
                request.sizeBytes(),
                request.type(),
                where,
                layout.banks(),
                layout.bankBytes(request.sizeBytes(), request.pageBytes()),
                layout.limit() - layout.base(),
                allocated,
                free.bytes() * layout.banks(),
                free.largest().bytes(),
                bounds(around)));
  }

  private static String bounds(List<Block> around) {
    return around.isEmpty()
        ? ""
        : around.stream()
            .map(Block::description)
            .distinct()
            .collect(Collectors.joining(" and the ", ", next to the ", ""));
  }
}
