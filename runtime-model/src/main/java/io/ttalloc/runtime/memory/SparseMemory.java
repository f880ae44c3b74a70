package io.ttalloc.runtime.memory;

import io.ttalloc.runtime.memory.DeferredKernels.Span;
import io.ttalloc.runtime.profile.BankLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The contents of one space of one chip: pages distributed round-robin over the banks, stored in
 * chunks that are created when they are first written. Memory that was never written takes no
 * space, and its bytes read as 0. Kernels that compute in this memory run when their results are
 * needed.
 *
 * <p>Thread-safe as long as no two threads use the same page at the same time, as on the chip
 * itself. Numbers are little-endian.
 */
public final class SparseMemory {
  private static final int CHUNK_BYTES = 1 << 16;

  private record Place(int bank, long chunk) {}

  private final int banks;
  private final BankLayout layout;
  private final Map<Place, byte[]> chunks = new ConcurrentHashMap<>();
  private final DeferredKernels kernels = new DeferredKernels();

  /**
   * The pages from {@code firstPage} on, with page 0 at {@code address}; {@code bytes} in total.
   */
  public record Pages(long address, long firstPage, int pageBytes, long bytes) {}

  /** Creates a memory filled with zeros. */
  public SparseMemory(BankLayout layout) {
    this.layout = layout;
    this.banks = layout.banks();
  }

  /**
   * Enqueues a kernel, which runs before its output is read or its inputs change. If the output is
   * discarded first, the kernel never runs.
   */
  public void enqueue(List<Pages> inputs, Pages output, Runnable kernel) {
    kernels.add(inputs.stream().map(this::span).toList(), span(output), kernel);
  }

  private Span span(Pages pages) {
    return span(pages.address(), pages.firstPage(), pages.pageBytes(), pages.bytes());
  }

  private Span span(long address, long firstPage, int pageBytes, long bytes) {
    long stride = layout.alignedPageBytes(pageBytes);
    long endPage = firstPage + (bytes + pageBytes - 1) / pageBytes;
    return new Span(
        address + firstPage / banks * stride, address + (endPage + banks - 1) / banks * stride);
  }

  /**
   * Writes bytes, beginning at page {@code firstPage} of the pages that start at {@code address}.
   */
  public void write(long address, long firstPage, int pageBytes, byte[] from) {
    kernels.beforeWrite(span(address, firstPage, pageBytes, from.length));
    forEachPiece(
        address,
        firstPage,
        pageBytes,
        from.length,
        (place, inChunk, at, bytes) -> System.arraycopy(from, at, written(place), inChunk, bytes));
  }

  /**
   * Reads bytes, beginning at page {@code firstPage} of the pages that start at {@code address}.
   */
  public void read(long address, long firstPage, int pageBytes, byte[] to) {
    kernels.beforeRead(span(address, firstPage, pageBytes, to.length));
    forEachPiece(
        address,
        firstPage,
        pageBytes,
        to.length,
        (place, inChunk, at, bytes) -> {
          byte @Nullable [] chunk = chunks.get(place);
          if (chunk == null) {
            Arrays.fill(to, at, at + bytes, (byte) 0);
          } else {
            System.arraycopy(chunk, inChunk, to, at, bytes);
          }
        });
  }

  /** Like {@link #write}, but with 16-bit numbers. */
  public void writeShorts(long address, long firstPage, int pageBytes, short[] from) {
    kernels.beforeWrite(span(address, firstPage, pageBytes, from.length * 2L));
    forEachPiece(
        address,
        firstPage,
        pageBytes,
        from.length * 2L,
        (place, inChunk, at, bytes) ->
            shorts(written(place), inChunk, bytes).put(from, at / 2, bytes / 2));
  }

  /** Like {@link #read}, but with 16-bit numbers. */
  public void readShorts(long address, long firstPage, int pageBytes, short[] to) {
    kernels.beforeRead(span(address, firstPage, pageBytes, to.length * 2L));
    forEachPiece(
        address,
        firstPage,
        pageBytes,
        to.length * 2L,
        (place, inChunk, at, bytes) -> {
          byte @Nullable [] chunk = chunks.get(place);
          if (chunk == null) {
            Arrays.fill(to, at / 2, (at + bytes) / 2, (short) 0);
          } else {
            shorts(chunk, inChunk, bytes).get(to, at / 2, bytes / 2);
          }
        });
  }

  /**
   * Drops the chunks that lie entirely inside a range, in every bank; their bytes read as 0 again.
   */
  public void discard(long address, long bankBytes) {
    kernels.beforeDiscard(new Span(address, address + bankBytes));
    long firstWhole = (address + CHUNK_BYTES - 1) / CHUNK_BYTES;
    long endWhole = (address + bankBytes) / CHUNK_BYTES;
    for (int bank = 0; bank < banks; bank++) {
      for (long chunk = firstWhole; chunk < endWhole; chunk++) {
        chunks.remove(new Place(bank, chunk));
      }
    }
  }

  /** Drops the contents and all waiting kernels. */
  public void clear() {
    kernels.clear();
    chunks.clear();
  }

  /** The heap memory that the contents occupy, in bytes. */
  public long residentBytes() {
    return (long) chunks.size() * CHUNK_BYTES;
  }

  private static ShortBuffer shorts(byte[] chunk, int from, int bytes) {
    return ByteBuffer.wrap(chunk, from, bytes)
        .slice()
        .order(ByteOrder.LITTLE_ENDIAN)
        .asShortBuffer();
  }

  private byte[] written(Place place) {
    return chunks.computeIfAbsent(place, absent -> new byte[CHUNK_BYTES]);
  }

  private interface Piece {
    void copy(Place place, int inChunk, int at, int bytes);
  }

  /** Splits a transfer wherever a page or a chunk ends. */
  private void forEachPiece(long address, long firstPage, int pageBytes, long total, Piece piece) {
    long stride = layout.alignedPageBytes(pageBytes);
    long page = firstPage;
    int at = 0;
    while (at < total) {
      int bank = (int) (page % banks);
      long inBank = address + page / banks * stride;
      int inPage = 0;
      int pageEnd = (int) Math.min(pageBytes, total - at);
      while (inPage < pageEnd) {
        long position = inBank + inPage;
        int inChunk = (int) (position % CHUNK_BYTES);
        int bytes = Math.min(pageEnd - inPage, CHUNK_BYTES - inChunk);
        piece.copy(new Place(bank, position / CHUNK_BYTES), inChunk, at, bytes);
        at += bytes;
        inPage += bytes;
      }
      page++;
    }
  }
}
