package io.ttalloc.corpus.closing;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.List;

/** A migration that ends with an uncaught exception. Both variants exit with status 1. */
public final class UncaughtEndsMain {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.closing.UncaughtEndsMain$Table
          type: table
          open: [lock(String)]
          close: [unlock]
          label: $0
      """;

  private UncaughtEndsMain() {}

  static final class Table {
    private final String name;
    private boolean locked = true;

    private Table(String name) {
      this.name = name;
    }

    static Table lock(String name) {
      return new Table(name);
    }

    void add(String column) {
      if (!locked || column.isEmpty()) {
        throw new IllegalArgumentException("cannot add column '" + column + "' to " + name);
      }
    }

    void unlock() {
      locked = false;
    }
  }

  static final List<String> COLUMNS = List.of("name", "city", "", "country");

  static void addAll(Table customers, Table archive) {
    for (String column : COLUMNS) {
      customers.add(column);
      archive.add(column);
    }
  }

  @Truth(
      why = "the exception leaves migrate past both unlocks and ends the program",
      leaks = @Leak(type = "table", count = 2, openedAt = "UncaughtEndsMain$Leaking.migrate"))
  public static final class Leaking {
    public static void main(String[] args) {
      migrate();
    }

    static void migrate() {
      Table customers = Table.lock("customers");
      Table archive = Table.lock("archive");
      addAll(customers, archive);
      archive.unlock();
      customers.unlock();
    }
  }

  @Truth(
      why =
          "both tables are unlocked in finally blocks, which run before the exception ends the program")
  public static final class Mended {
    public static void main(String[] args) {
      migrate();
    }

    static void migrate() {
      Table customers = Table.lock("customers");
      try {
        Table archive = Table.lock("archive");
        try {
          addAll(customers, archive);
        } finally {
          archive.unlock();
        }
      } finally {
        customers.unlock();
      }
    }
  }
}
