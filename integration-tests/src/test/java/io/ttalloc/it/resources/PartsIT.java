package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests resources that are closed together with their owner. If the owner leaks, an unclosed
 * resource belongs to the owner's leak; otherwise, it is a separate leak.
 */
@Variant
class PartsIT {
  /** Rules like those of the pack {@code jdbc}: each resource is opened by a method of another. */
  private static final String RULES =
      """
        - class: io.ttalloc.it.resources.PartsIT$Driver
          type: connection
          open: [{method: connect, resource: result}]
          frees-owned: true
        - class: io.ttalloc.it.resources.PartsIT$Connection
          type: connection
          close: [close]
        - class: io.ttalloc.it.resources.PartsIT$Connection
          scope: [statement]
        - class: io.ttalloc.it.resources.PartsIT$Connection
          type: statement
          open: [{method: statement, resource: result}]
          frees-owned: true
        - class: io.ttalloc.it.resources.PartsIT$Statement
          type: statement
          close: [close]
        - class: io.ttalloc.it.resources.PartsIT$Statement
          scope: [query]
        - class: io.ttalloc.it.resources.PartsIT$Statement
          type: row set
          open: [{method: query, resource: result}]
        - class: io.ttalloc.it.resources.PartsIT$Rows
          type: row set
          close: [close]
      """;

  @TempDir private Path folder;

  @EveryJdk
  void aConnectionAndWhatClosesWithItAreOneLeak(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("holders=true");

    JvmResult result = tracked.on(jdk).main(Forgets.class).run().expectSuccess();

    assertThat(result.err()).startsWith("tt-alloc: 2 LEAKS: 10 open ");
    assertThat(rows(tracked.json()))
        .contains(
            List.of("2 connection", "2 row set, a part", "2 statement, a part"),
            List.of("2 row set, a part", "2 statement"));
    assertThat(tracked.json().findings("row set"))
        .hasSize(2)
        .allSatisfy(rows -> assertThat(rows.get("partOf").getAsString()).isNotEmpty());
  }

  /** The rows of each entry in the report. */
  private static List<List<String>> rows(JsonReport report) {
    List<List<String>> entries = new ArrayList<>();
    for (JsonElement entry : report.root().getAsJsonArray("entries")) {
      List<String> rows = new ArrayList<>();
      for (JsonElement each : entry.getAsJsonObject().getAsJsonArray("rows")) {
        JsonObject row = each.getAsJsonObject();
        rows.add(
            row.get("count").getAsString()
                + " "
                + row.get("type").getAsString()
                + (row.has("part") ? ", a part" : ""));
      }
      entries.add(rows.stream().sorted().toList());
    }
    return entries;
  }

  static final class Driver {
    static Connection connect() {
      return new Connection();
    }
  }

  static final class Connection implements AutoCloseable {
    private final List<Statement> statements = new ArrayList<>();

    Statement statement() {
      Statement statement = new Statement();
      statements.add(statement);
      return statement;
    }

    @Override
    public void close() {
      statements.clear();
    }
  }

  static final class Statement implements AutoCloseable {
    private boolean open = true;

    Rows query() {
      return new Rows(open);
    }

    @Override
    public void close() {
      open = false;
    }
  }

  static final class Rows implements AutoCloseable {
    private boolean open;

    Rows(boolean open) {
      this.open = open;
    }

    @Override
    public void close() {
      if (open) {
        open = false;
      }
    }
  }

  /** Forgets connections, and forgets statements of a connection that is still in use. */
  static final class Forgets {
    private static final List<Object> KEPT = new ArrayList<>();

    public static void main(String[] args) {
      forget();
      try (Connection used = Driver.connect()) {
        forgetStatements(used);
        System.exit(0);
      }
    }

    private static void forget() {
      for (int i = 0; i < 2; i++) {
        Connection connection = Driver.connect();
        KEPT.add(connection);
        KEPT.add(connection.statement().query());
      }
    }

    private static void forgetStatements(Connection used) {
      for (int i = 0; i < 2; i++) {
        Statement statement = used.statement();
        KEPT.add(statement);
        KEPT.add(statement.query());
      }
    }
  }
}
