package io.ttalloc.agent.exit;

import io.ttalloc.agent.loading.JvmArguments;
import io.ttalloc.analysis.HeapNeed;
import io.ttalloc.ledger.write.LedgerWriter;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks whether there is enough heap for the dump at exit. Needed only in a JVM that reacts to an
 * OutOfMemoryError in a way that harms the application, for example by exiting: without the agent,
 * the error would not have happened. In other JVMs the dump is attempted, and a line is printed if
 * the heap was too small.
 */
final class HeapRoom {
  /**
   * Thrown if the heap may be too small for the dump. The message says so, in words that are
   * inserted into another message.
   */
  static final class TooSmallException extends IOException {
    private static final long serialVersionUID = 1;

    TooSmallException(String message) {
      super(message);
    }
  }

  private static final String ON = "-XX:+";
  private static final String OFF = "-XX:-";
  private static final String COMMAND = "-XX:OnOutOfMemoryError=";

  /**
   * Flags that make a full heap harmful. The Epsilon collector is among them because it frees
   * nothing, and ends the JVM when the heap is full.
   */
  private static final Set<String> FLAGS =
      Set.of(
          "ExitOnOutOfMemoryError",
          "CrashOnOutOfMemoryError",
          "HeapDumpOnOutOfMemoryError",
          "UseEpsilonGC");

  private static final int TIMES_UNDER_EPSILON = 8;

  private final Set<String> harmful;

  private HeapRoom(Set<String> harmful) {
    this.harmful = harmful;
  }

  /** Reads the flags of this JVM. */
  static HeapRoom ofThisJvm() {
    return of(JvmArguments.all());
  }

  /** Reads the flags in the arguments of a JVM; later arguments override earlier ones. */
  static HeapRoom of(String[] arguments) {
    Set<String> harmful = new TreeSet<>();
    for (String each : arguments) {
      if (each.startsWith(COMMAND)) {
        harmful.add(COMMAND.substring(0, COMMAND.length() - 1));
      } else if (each.startsWith(ON) && FLAGS.contains(each.substring(ON.length()))) {
        harmful.add(each);
      } else if (each.startsWith(OFF)) {
        harmful.remove(ON + each.substring(OFF.length()));
      }
    }
    return new HeapRoom(harmful);
  }

  /** Whether this JVM would do harm if its heap became full. */
  boolean isTight() {
    return !harmful.isEmpty();
  }

  /** Whether there is room for this many bytes; always true unless {@link #isTight}. */
  boolean has(long bytes) {
    try {
      require(bytes, "");
      return true;
    } catch (TooSmallException e) {
      return false;
    }
  }

  /** Whether there is room for reading the ledger of this process. */
  boolean hasForReading(LedgerWriter ledger) {
    try {
      return has(HeapNeed.ofReading(ledger.content()));
    } catch (IOException e) {
      return false; // The ledger cannot be read.
    }
  }

  /**
   * Requires room for this many bytes. Checks nothing unless {@link #isTight}.
   *
   * @param what what needs the heap, for the message
   * @throws TooSmallException if there is too little room
   */
  void require(long bytes, String what) throws TooSmallException {
    if (harmful.isEmpty()) {
      return;
    }
    boolean collects = !harmful.contains(ON + "UseEpsilonGC");
    long needed = collects ? bytes : TIMES_UNDER_EPSILON * bytes;
    if (free() < needed && collects) {
      System.gc();
    }
    long free = free();
    if (free < needed) {
      throw new TooSmallException(
          String.format(
              Locale.ROOT,
              "%s may need %,d bytes of heap, but only %,d are free; with %s, running out of heap would harm the application",
              what,
              needed,
              free,
              String.join(", ", harmful)));
    }
  }

  /** The number of bytes that can still be allocated without a collection. */
  static long free() {
    Runtime heap = Runtime.getRuntime();
    return heap.maxMemory() - heap.totalMemory() + heap.freeMemory();
  }
}
