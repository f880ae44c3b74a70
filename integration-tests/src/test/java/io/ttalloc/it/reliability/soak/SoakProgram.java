package io.ttalloc.it.reliability.soak;

import io.ttalloc.it.reliability.program.JdkClasses;
import io.ttalloc.it.reliability.program.PrintedFacts;
import io.ttalloc.it.reliability.program.Stopwatch;
import io.ttalloc.it.reliability.program.Things.Box;
import io.ttalloc.it.reliability.program.Things.Cell;
import io.ttalloc.it.reliability.program.Things.Crate;
import io.ttalloc.it.reliability.program.Things.Litter;
import io.ttalloc.it.reliability.program.Things.Shelf;
import io.ttalloc.it.reliability.program.Things.Thing;
import io.ttalloc.it.reliability.program.Things.Wide;
import io.ttalloc.it.reliability.program.Witnesses;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Eight threads that use every clause of a rule for a given time, and close everything at the end.
 * The number of names and stacks is large but bounded, so the memory for them fills up early and
 * must not grow after that.
 */
final class SoakProgram {
  static final int THREADS = 8;
  private static final int PLACES = 64;
  private static final int BATCH = 256;
  private static final int WAYS = 1 << 9;
  private static final int NAMES = 100;
  private static final AtomicReferenceArray<Thing> THINGS = new AtomicReferenceArray<>(PLACES);

  /** The gate that workers enter together, and that is closed while the heap is full. */
  private static final HeapGate HEAP = new HeapGate();

  /**
   * The number of workers that were ended by an error. Their counts may include resources that they
   * did not open.
   */
  private static final AtomicInteger DEAD = new AtomicInteger();

  private static volatile boolean end;

  private final Random random;
  private final Stopwatch stopwatch = new Stopwatch();
  private long cells;
  private long boxes;
  private long crates;
  private long shelves;
  private long litter;
  private long doubleCloses;
  private long failedCloses;
  private long lateUses;

  private SoakProgram(long seed) {
    random = new Random(seed);
  }

  public static void main(String[] args) throws Exception {
    long seconds = Long.parseLong(args[1]);
    List<SoakProgram> all = new ArrayList<>();
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      SoakProgram program = new SoakProgram(i);
      all.add(program);
      Thread worker = new Thread(program::run, "soak " + i);
      worker.setUncaughtExceptionHandler(SoakProgram::died);
      workers.add(worker);
    }
    workers.forEach(Thread::start);
    SoakFaults faults = new SoakFaults(workers, HEAP);
    Thread trouble = new Thread(faults::run, "faults");
    trouble.start();
    new SoakSamples(args[0], HEAP).take(seconds);
    faults.end();
    trouble.join();
    end = true;
    for (Thread worker : workers) {
      worker.join();
    }
    for (int i = 0; i < PLACES; i++) {
      put(i, null);
    }
    print(all);
    PrintedFacts.print("faults", faults.count());
    PrintedFacts.print("dead", DEAD.get());
    JdkClasses.tellBroken();
    Witnesses.run();
    PrintedFacts.printMax();
  }

  private static void died(Thread worker, Throwable error) {
    DEAD.incrementAndGet();
    System.err.println(worker.getName() + " died");
    error.printStackTrace();
  }

  private static void print(List<SoakProgram> all) {
    all.forEach(program -> PrintedFacts.addTimes(program.stopwatch));
    PrintedFacts.print("cell", all.stream().mapToLong(program -> program.cells).sum());
    PrintedFacts.print("box", all.stream().mapToLong(program -> program.boxes).sum());
    PrintedFacts.print("crate", all.stream().mapToLong(program -> program.crates).sum());
    PrintedFacts.print("shelf", all.stream().mapToLong(program -> program.shelves).sum());
    PrintedFacts.print("litter", all.stream().mapToLong(program -> program.litter).sum());
    PrintedFacts.print(
        "DOUBLE_CLOSE", all.stream().mapToLong(program -> program.doubleCloses).sum());
    PrintedFacts.print(
        "CLOSE_FAILED", all.stream().mapToLong(program -> program.failedCloses).sum());
    PrintedFacts.print(
        "USE_AFTER_CLOSE", all.stream().mapToLong(program -> program.lateUses).sum());
  }

  private void run() {
    while (!end) {
      HEAP.enter();
      try {
        for (int i = 0; i < BATCH; i++) {
          stopwatch.start();
          step(random.nextInt(PLACES));
          stopwatch.stop();
        }
        impossible();
      } finally {
        HEAP.leave();
      }
      if (random.nextInt(4) == 0) {
        // In the other cases, an interrupt stays pending until the pause below.
        Thread.interrupted();
      }
      breathe();
    }
  }

  /** Waits most of the time, so that the machine is not busy for the whole run. */
  private void breathe() {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20);
    while (System.nanoTime() < until) {
      // Otherwise a pending interrupt would keep the thread from parking.
      boolean unused = Thread.interrupted();
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }

  /** Throws an OutOfMemoryError although the heap has room. */
  private static void impossible() {
    try {
      byte[] tooMuch = new byte[Integer.MAX_VALUE];
      throw new IllegalStateException("there were " + tooMuch.length + " bytes");
    } catch (OutOfMemoryError e) {
      // Expected.
    }
  }

  private void step(int place) {
    switch (random.nextInt(12)) {
      case 0 -> put(place, cell(cells));
      case 1 -> put(place, below(random.nextInt(WAYS)));
      case 2 -> {
        String name = "name " + random.nextInt(NAMES);
        put(place, new Wide(cells++, name, "of " + name, "label " + cells));
      }
      case 3 -> {
        boxes++;
        try (Box box = new Box()) {
          cells++;
          put(place, box.make(cells));
        }
      }
      case 4 -> {
        boxes++;
        Box box = new Box();
        cells++;
        box.make(cells).close();
        put(place, box);
      }
      case 5 -> {
        crates++;
        cells += 2;
        put(place, new Crate(cells));
      }
      case 6 -> {
        shelves++;
        put(place, new Shelf());
      }
      case 7, 8 -> shelve(THINGS.get(place), THINGS.get(random.nextInt(PLACES)));
      case 9 -> misuse(random.nextInt(3));
      case 10 -> {
        litter++;
        if (new Litter(litter).isClosed()) {
          throw new IllegalStateException("litter is never closed");
        }
      }
      default -> put(place, null);
    }
  }

  private void shelve(Thing one, Thing other) {
    if (one instanceof Shelf shelf && other != null) {
      if (random.nextInt(3) == 0) {
        shelf.take(other);
      } else {
        shelf.put("entry " + random.nextInt(NAMES), other);
      }
      if (random.nextInt(8) == 0) {
        shelf.clear();
      }
    }
  }

  private void misuse(int kind) {
    Cell cell = cell(cells);
    switch (kind) {
      case 0 -> {
        cell.close();
        cell.close();
        doubleCloses++;
      }
      case 1 -> {
        cell.failNextClose();
        try {
          cell.close();
          throw new AssertionError("the close did not fail");
        } catch (IllegalStateException e) {
          failedCloses++;
        }
        cell.close();
      }
      default -> {
        cell.close();
        cell.use();
        lateUses++;
      }
    }
  }

  private Cell cell(long number) {
    cells++;
    return new Cell(number);
  }

  /**
   * Opens a cell at the end of a chain of calls. The bits of the number determine the calls, so
   * that each number results in a different stack.
   */
  private Cell below(int way) {
    if (way <= 1) {
      return cell(way);
    }
    return (way & 1) == 0 ? left(way >>> 1) : right(way >>> 1);
  }

  private Cell left(int way) {
    return below(way);
  }

  private Cell right(int way) {
    return below(way);
  }

  private static void put(int place, Thing thing) {
    Thing before = THINGS.getAndSet(place, thing);
    if (before != null) {
      before.close();
    }
  }
}
