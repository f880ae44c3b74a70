package io.ttalloc.it.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.io.TempDir;

/** What the report says of connections that were used and then dropped. */
class LastCallsIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.pitfalls.LastCallsIT$Connection
          type: connection
          open: [<init>]
          close: [close]
          use: [query, commit]
          touch: [query, commit]
      """;

  @TempDir private Path folder;

  @EveryJdk
  void theReportNamesTheLinesThatUsedThemLast(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(DropsConnections.class).run().expectSuccess();

    List<String> lines = result.out().lines().toList();
    String me = "LastCallsIT.DropsConnections.";
    String opened = "LastCallsIT.java:" + lines.get(0);
    assertThat(result.err().replaceAll("\\d+(\\.\\d)? (ms|s)\\b", "TIME"))
        .contains(
            """
            LOST, a leak: 1 entry, 3 open, not growing (1 cycle)
              why      3 collected, never closed
            """,
            """
              1. LastCallsIT.DropsConnections.main
                 connection   3 x io.ttalloc.it.pitfalls.LastCallsIT.Connection; 4 opened, 1 closed; oldest TIME
            """,
            "       lost-at  2 last used at %swork(LastCallsIT.java:%s), 1 at %smain(LastCallsIT.java:%s), the latest TIME before the end\n"
                .formatted(me, lines.get(6), me, lines.get(4)))
        .contains("(" + opened + ")   <- your code")
        .doesNotContain("USE_AFTER_CLOSE");
    JsonArray sites = tracked.json().findings("connection").get(0).getAsJsonArray("lostAt");
    assertThat(sites).hasSize(2);
    JsonObject most = sites.get(0).getAsJsonObject();
    assertThat(most.get("threads")).hasToString("[\"worker\"]");
    assertThat(most.get("laterCallsLeftOut").getAsBoolean()).isFalse();
  }

  /** Is used and dropped. */
  static final class Connection implements AutoCloseable {
    void query() {}

    void commit() {}

    @Override
    public void close() {
      commit();
    }
  }

  /** Drops three connections and closes one, all opened at one line. */
  static final class DropsConnections {
    /**
     * The worker's task refers to nothing: JDK 25 keeps it until the thread is gone, after a join.
     */
    private static final Queue<Connection> HANDED = new ConcurrentLinkedQueue<>();

    private DropsConnections() {}

    public static void main(String[] args) throws InterruptedException {
      Connection[] opened = new Connection[4];
      for (int i = 0; i < opened.length; i++) {
        opened[i] = said(new Connection());
      }
      said(opened[0]).query();
      HANDED.addAll(List.of(opened[1], opened[2]));
      Thread worker = new Thread(DropsConnections::workOnAll, "worker");
      worker.start();
      worker.join();
      opened[3].close();
    }

    private static void workOnAll() {
      while (!HANDED.isEmpty()) {
        work(HANDED.remove());
      }
    }

    private static void work(Connection connection) {
      said(connection).query();
      said(connection).commit();
    }

    /** Prints the line that calls it. */
    private static Connection said(Connection same) {
      System.out.println(new Throwable().getStackTrace()[1].getLineNumber());
      return same;
    }
  }
}
