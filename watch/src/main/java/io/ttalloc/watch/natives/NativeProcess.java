package io.ttalloc.watch.natives;

import io.ttalloc.ledger.read.SaturatedSum;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A process as one source reports it. The memory of a process that has ended is the memory that it
 * left allocated.
 *
 * @param program the short name of its program, without invisible characters; empty if it is not
 *     known
 * @param allocatedTwice the number of allocations at an address that was already allocated; null if
 *     the source does not know
 * @param unknownFrees the number of frees of unallocated memory; null if the source does not know
 * @param memory the allocated memory, by device and space
 */
public record NativeProcess(
    NativeSource source,
    int pid,
    String program,
    boolean ended,
    @Nullable Long allocatedTwice,
    @Nullable Long unknownFrees,
    List<NativeMemory> memory) {

  /** Sorts running processes first, then by source and process id. */
  public static final Comparator<NativeProcess> IN_ORDER =
      Comparator.comparing(NativeProcess::ended)
          .thenComparing(NativeProcess::source)
          .thenComparingInt(NativeProcess::pid);

  public NativeProcess {
    memory = List.copyOf(memory);
  }

  /** The name of the state in text and JSON. */
  public String state() {
    return ended ? "ended" : "running";
  }

  /** The number of allocations; null if the source counts only bytes. */
  public @Nullable Long live() {
    long sum = 0;
    for (NativeMemory part : memory) {
      if (part.live() == null) {
        return null;
      }
      sum = SaturatedSum.of(sum, part.live());
    }
    return source == NativeSource.REGION ? null : (Long) sum;
  }

  /** The sum of the bytes; {@code Long.MAX_VALUE} on overflow. */
  public long bytes() {
    return memory.stream().mapToLong(NativeMemory::bytes).reduce(0, SaturatedSum::of);
  }

  /** The bytes by space name, over all devices; spaces without allocated bytes are omitted. */
  public SortedMap<String, Long> bytesBySpace() {
    SortedMap<String, Long> sums = new TreeMap<>();
    for (NativeMemory part : memory) {
      if (part.bytes() > 0) {
        sums.merge(part.space(), part.bytes(), SaturatedSum::of);
      }
    }
    return sums;
  }

  /** Whether the process has ended and left nothing allocated, so that a list can omit it. */
  public boolean leftNothing() {
    Long live = live();
    return ended && bytes() == 0 && (live == null || live == 0);
  }
}
