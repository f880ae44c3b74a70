package io.ttalloc.it.killed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/**
 * The program's own record of its open resources, in a mapped file that survives the program's
 * death. For each thread, the file contains the resource that is being opened or closed, the number
 * of events so far, the duration of the longest event, and a fixed number of places that each hold
 * one open resource. A resource is a positive number.
 *
 * <p>All writes are volatile, so they reach the file in program order. Each thread writes only to
 * its own part; any thread may read.
 */
final class Journal {

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int IN_FLIGHT = 0;
  private static final int EVENTS = 1;
  private static final int MAX_NANOS = 2;
  private static final int PLACES = 3;

  private final ByteBuffer file;
  private final int threads;
  private final int places;

  Journal(Path path, int threads, int places) {
    this.threads = threads;
    this.places = places;
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      file =
          channel.map(
              FileChannel.MapMode.READ_WRITE, 0, (long) Long.BYTES * threads * (PLACES + places));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Records the resource that is about to be opened or closed, or 0 when that is done. */
  void inFlight(int thread, long resource) {
    put(thread, IN_FLIGHT, resource);
  }

  /** Records the resource that is now in a place, or 0 for none, and counts one event. */
  void changed(int thread, int place, long resource) {
    put(thread, PLACES + place, resource);
    put(thread, EVENTS, get(thread, EVENTS) + 1);
  }

  /** The number of events of all threads. */
  long events() {
    long sum = 0;
    for (int thread = 0; thread < threads; thread++) {
      sum += get(thread, EVENTS);
    }
    return sum;
  }

  /** Records the duration of a thread's longest event, in nanoseconds. */
  void putMax(int thread, long maxNanos) {
    put(thread, MAX_NANOS, maxNanos);
  }

  /** The duration of the longest event of any thread, in nanoseconds. */
  long maxNanos() {
    long longest = 0;
    for (int thread = 0; thread < threads; thread++) {
      longest = Math.max(longest, get(thread, MAX_NANOS));
    }
    return longest;
  }

  /** The resources that are being opened or closed. */
  Set<Long> inFlight() {
    Set<Long> resources = new HashSet<>();
    for (int thread = 0; thread < threads; thread++) {
      resources.add(get(thread, IN_FLIGHT));
    }
    resources.remove(0L);
    return resources;
  }

  /** The resources that are open. */
  Set<Long> open() {
    Set<Long> resources = new HashSet<>();
    for (int thread = 0; thread < threads; thread++) {
      for (int place = 0; place < places; place++) {
        resources.add(get(thread, PLACES + place));
      }
    }
    resources.remove(0L);
    return resources;
  }

  private void put(int thread, int field, long value) {
    LONGS.setVolatile(file, at(thread, field), value);
  }

  private long get(int thread, int field) {
    return (long) LONGS.getVolatile(file, at(thread, field));
  }

  private int at(int thread, int field) {
    return Long.BYTES * (thread * (PLACES + places) + field);
  }
}
