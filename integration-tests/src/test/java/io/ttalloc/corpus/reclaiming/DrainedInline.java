package io.ttalloc.corpus.reclaiming;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.Set;

/**
 * A table without a cleaner thread: opening a cursor first frees the cursors that other callers
 * have forgotten.
 */
public final class DrainedInline {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.reclaiming.DrainedInline$Slot
          type: slot
          open: [<init>]
          close: [free]
          label: number
        - class: io.ttalloc.corpus.reclaiming.DrainedInline$Table
          reclaim: [expunge]
      """;

  private DrainedInline() {}

  static final class Slot {
    private final int number;

    Slot(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }

    void free() {}
  }

  static final class SlotReference extends WeakReference<Cursor> {
    private final Slot slot;

    SlotReference(Cursor cursor, Slot slot, ReferenceQueue<Cursor> queue) {
      super(cursor, queue);
      this.slot = slot;
    }
  }

  static final class Table {
    private final ReferenceQueue<Cursor> forgotten = new ReferenceQueue<>();
    private final Set<SlotReference> open = new HashSet<>();

    Cursor cursor(int number) {
      expunge();
      return new Cursor(this, new Slot(number));
    }

    void expunge() {
      for (Reference<? extends Cursor> one = forgotten.poll();
          one != null;
          one = forgotten.poll()) {
        SlotReference reference = (SlotReference) one;
        if (open.remove(reference)) {
          reference.slot.free();
        }
      }
    }

    int openCount() {
      return open.size();
    }
  }

  static final class Cursor implements AutoCloseable {
    private final Table table;
    private final SlotReference reference;

    Cursor(Table table, Slot slot) {
      this.table = table;
      reference = new SlotReference(this, slot, table.forgotten);
      table.open.add(reference);
    }

    int read() {
      return reference.slot.number();
    }

    @Override
    public void close() {
      if (table.open.remove(reference)) {
        reference.slot.free();
      }
    }
  }

  /** Reads one row of a table. */
  interface Reading {
    int read(Table table, int row);
  }

  static void readAll(Reading reading) {
    Table table = new Table();
    int sum = 0;
    for (int row = 0; row < 27; row++) {
      sum += reading.read(table, row);
    }
    for (int i = 0; i < 200 && table.openCount() > 0; i++) {
      System.gc();
      table.expunge();
    }
    System.out.println(sum + ", still open: " + table.openCount());
  }

  @Truth(
      why =
          "nine cursors are forgotten; the program's own thread frees their slots, but only after the collector found them",
      leaks = @Leak(type = "slot", count = 9, openedAt = "DrainedInline$Leaking.read"))
  public static final class Leaking {
    public static void main(String[] args) {
      readAll(Leaking::read);
    }

    static int read(Table table, int row) {
      Cursor cursor = table.cursor(row);
      int value = cursor.read();
      if (row % 3 != 0) {
        cursor.close();
      }
      return value;
    }
  }

  @Truth(why = "each cursor is closed by its reader, and the table never finds a forgotten one")
  public static final class Mended {
    public static void main(String[] args) {
      readAll(Mended::read);
    }

    static int read(Table table, int row) {
      try (Cursor cursor = table.cursor(row)) {
        return cursor.read();
      }
    }
  }
}
