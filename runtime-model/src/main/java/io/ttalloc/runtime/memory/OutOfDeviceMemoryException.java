package io.ttalloc.runtime.memory;

import io.ttalloc.runtime.profile.BankLayout;

/**
 * Thrown if no free range of a space is large enough for a buffer.
 *
 * <p>The message contains everything needed to see the reason: the request and the state of the
 * space. It says which sizes are per bank.
 */
public final class OutOfDeviceMemoryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  OutOfDeviceMemoryException(
      String where, AllocationRequest request, BankLayout layout, long allocated, FreeList free) {
    super(
        ("Out of memory: cannot allocate %d B in %s of %s over %d banks: each bank needs %d B;"
                + " bank size %d B, allocated %d B, free %d B, largest free block %d B per bank."
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
                free.largestBytes()));
  }
}
