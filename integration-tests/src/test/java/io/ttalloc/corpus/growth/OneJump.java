package io.ttalloc.corpus.growth;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.List;
import java.util.stream.IntStream;

/** Thirty nightly runs; one of them also imports many files. */
public final class OneJump {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.growth.OneJump$Table
          type: table
          open: [<init>]
          close: [drop]
          label: name
      """;

  private OneJump() {}

  /** A temporary table. */
  static final class Table {
    final String name;
    private boolean dropped;

    Table(String name) {
      this.name = name;
    }

    int rows() {
      return dropped ? 0 : name.length();
    }

    void drop() {
      dropped = true;
    }
  }

  /** Performs the nightly runs, and keeps the last import for later queries. */
  static final class Nights {
    static final Nights ALL = new Nights();

    private List<Table> imported = List.of();

    private static Table staging(int file) {
      return new Table("staging_" + file);
    }

    int night(int night) {
      Table summary = new Table("summary_" + night);
      int rows = summary.rows();
      summary.drop();
      if (night == 12) {
        imported = IntStream.range(0, 25).mapToObj(Nights::staging).toList();
        rows += imported.stream().mapToInt(Table::rows).sum();
      }
      return rows;
    }

    void dropImported() {
      imported.forEach(Table::drop);
      imported = List.of();
    }
  }

  @Truth(
      why = "the tables of the one import are never dropped and never used again",
      leaks =
          @Leak(
              type = "table",
              count = 25,
              openedAt = "OneJump$Nights.staging",
              heldBy = "static OneJump$Nights.ALL"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      int rows = 0;
      for (int night = 0; night < 30; night++) {
        rows += Nights.ALL.night(night);
        TtAlloc.mark("night");
      }
      System.out.println(rows + " rows");
    }
  }

  @Truth(why = "the import's tables outlive one night, and the next night drops them")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      int rows = 0;
      for (int night = 0; night < 30; night++) {
        Nights.ALL.dropImported();
        rows += Nights.ALL.night(night);
        TtAlloc.mark("night");
      }
      System.out.println(rows + " rows");
    }
  }
}
