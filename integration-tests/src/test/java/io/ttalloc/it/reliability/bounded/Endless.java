package io.ttalloc.it.reliability.bounded;

import io.ttalloc.it.reliability.program.PrintedFacts;
import io.ttalloc.it.reliability.program.Things.Box;
import io.ttalloc.it.reliability.program.Things.Cell;
import io.ttalloc.it.reliability.program.Things.Litter;
import io.ttalloc.it.reliability.program.Things.Rounds;
import io.ttalloc.it.reliability.program.Things.Shelf;
import io.ttalloc.it.reliability.program.Things.Thing;
import io.ttalloc.it.reliability.program.Things.Wide;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** The program, which runs a {@link Load} for a number of operations and leaves nothing open. */
final class Endless {
  private static final int PER_THREAD = 100;
  private static final int THREADS_AT_A_TIME = 10;
  private static final int PER_LOADER = 3_000;
  private static final int PER_MARK = 300;

  /** A number of stacks that exceeds the maximum that the ledger keeps. */
  private static final int WAYS = 100_000;

  private static long opened;
  private static long closed;

  private Endless() {}

  public static void main(String[] args) throws Exception {
    int operations = Integer.parseInt(args[1]);
    switch (Load.valueOf(args[0])) {
      case PLAIN -> {
        for (int i = 0; i < operations; i++) {
          pass(new Cell(i));
        }
      }
      case DROPPED_WRAPPERS -> {
        for (int i = 0; i < operations; i++) {
          pass(new Box().make(i));
          opened++;
        }
      }
      case LOST -> {
        for (int i = 0; i < operations; i++) {
          opened += new Litter(i).isClosed() ? 0 : 1;
        }
      }
      case NAMES -> names(operations);
      case ENTRIES -> entries(operations);
      case SPACES -> {
        for (int i = 0; i < operations; i++) {
          pass(new Wide(i, "space " + i, "session", null));
        }
      }
      case SESSIONS -> {
        for (int i = 0; i < operations; i++) {
          pass(new Wide(i, "space", "session " + i, null));
        }
      }
      case LABELS -> {
        for (int i = 0; i < operations; i++) {
          pass(new Wide(i, "space", "session", "/tmp/a/path/to/file-" + i));
        }
      }
      case THREADS -> threads(operations / PER_THREAD);
      case STACKS -> {
        for (int i = 0; i < operations; i++) {
          pass(below(i % WAYS));
        }
      }
      case LOADERS -> loaders(operations / PER_LOADER);
      case MARKS -> marks(operations / PER_MARK);
      case MISUSE -> {
        for (int i = 0; i < operations; i++) {
          Cell cell = new Cell(i);
          pass(cell);
          closeBelow(i % WAYS, cell);
        }
      }
    }
    PrintedFacts.print("opened", opened);
    PrintedFacts.print("closed", closed);
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    PrintedFacts.print("heapBytes", runtime.totalMemory() - runtime.freeMemory());
  }

  private static void pass(Thing thing) {
    thing.close();
    opened++;
    closed++;
  }

  private static void names(int count) {
    Rounds rounds = new Rounds();
    Shelf shelf = new Shelf();
    for (int i = 0; i < count; i++) {
      Cell cell = new Wide(i, "space " + i, "session " + i, "/tmp/a/path/to/file-" + i);
      shelf.put("key " + i, cell);
      shelf.take(cell);
      pass(cell);
      if (i % PER_MARK == 0) {
        rounds.end("round " + i);
      }
    }
    pass(shelf);
  }

  private static void entries(int count) {
    Shelf shelf = new Shelf();
    for (int i = 0; i < count; i++) {
      Cell cell = new Cell(i);
      shelf.put("key " + i, cell);
      shelf.take(cell);
      pass(cell);
    }
    pass(shelf);
  }

  private static void threads(int count) throws Exception {
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Runnable work = Endless::passSome;
      Thread thread = i % 2 == 0 ? virtual("virtual " + i, work) : new Thread(work, "worker " + i);
      thread.start();
      running.add(thread);
      if (running.size() == THREADS_AT_A_TIME) {
        for (Thread each : running) {
          each.join();
        }
        running.clear();
      }
    }
    for (Thread each : running) {
      each.join();
    }
    opened += (long) count * PER_THREAD;
    closed += (long) count * PER_THREAD;
  }

  private static void passSome() {
    for (int i = 0; i < PER_THREAD; i++) {
      new Cell(i).close();
    }
  }

  /**
   * Creates a virtual thread, or a platform thread if the JDK has no virtual threads. Uses
   * reflection, because the code is compiled for 17.
   */
  private static Thread virtual(String name, Runnable work) throws ReflectiveOperationException {
    if (Runtime.version().feature() < 21) {
      return new Thread(work, name);
    }
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Class<?> type = Class.forName("java.lang.Thread$Builder");
    type.getMethod("name", String.class).invoke(builder, name);
    return (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, work);
  }

  /**
   * Opens a cell at the end of a chain of calls that the bits of a number choose, so that each
   * number has its own stack.
   */
  private static Cell below(int way) {
    if (way <= 1) {
      return new Cell(way);
    }
    return (way & 1) == 0 ? left(way >>> 1) : right(way >>> 1);
  }

  private static Cell left(int way) {
    return below(way);
  }

  private static Cell right(int way) {
    return below(way);
  }

  /**
   * Closes a cell with one call on the stack for every two bits of a number. The calls are on
   * different lines, so that each number has its own stack.
   */
  @SuppressWarnings("DuplicateBranches") // Only the line numbers of the branches differ.
  private static void closeBelow(int way, Cell cell) {
    int rest = way >>> 2;
    if (way == 0) {
      cell.close();
    } else if ((way & 3) == 0) {
      closeBelow(rest, cell);
    } else if ((way & 3) == 1) {
      closeBelow(rest, cell);
    } else if ((way & 3) == 2) {
      closeBelow(rest, cell);
    } else {
      closeBelow(rest, cell);
    }
  }

  /** A class loader that defines the tracked classes itself. */
  private static final class Churned extends ClassLoader {
    private static final String OWN = Cell.class.getName().replaceAll("\\$.*", "");

    Churned() {
      super(Endless.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(OWN)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known != null ? known : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private static void loaders(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      Class<?> cells = new Churned().loadClass(Cell.class.getName());
      if (cells == Cell.class) {
        throw new IllegalStateException("the class came from the parent");
      }
      for (int k = 0; k < PER_LOADER; k++) {
        try (AutoCloseable cell =
            (AutoCloseable) cells.getConstructor(long.class).newInstance((long) k)) {
          opened += cell == null ? 0 : 1;
        }
      }
    }
    closed = opened;
  }

  private static void marks(int count) {
    Rounds rounds = new Rounds();
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < PER_MARK; k++) {
        pass(new Cell(k));
      }
      rounds.end("round " + i);
    }
  }
}
