package io.ttalloc.it.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.it.evidence.DemoRun;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.SharedDemoRuns;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the folder for ttnn-visualizer agrees with the JSON report of the same run. */
@Variant
class ViewerIT {
  /**
   * A folder that exists, but in which not even root can create a file. The folder must exist,
   * because a JVM prints a warning otherwise.
   */
  private static final String UNUSABLE = "/proc";

  private static final String TENSORS_OF_OPERATIONS =
      """
      select name, count(*) from tensor_lifetime
        join operations on operation_id = producer_operation_id
        where deallocate_operation_id > producer_operation_id group by 1 order by 1""";

  @TempDir private Path around;

  @OneJdk
  void whatIsOpenAfterTheLastOperationAddsUpToTheReport(Jdk jdk) throws Exception {
    DemoRun run = SharedDemoRuns.of(jdk, "mesh");
    Path folder = around.resolve("report");

    JvmResult dump = dump(jdk, run, folder, "-Djava.io.tmpdir=" + UNUSABLE);

    assertThat(dump.expectSuccess().err()).isEmpty();
    assertThat(dump.out()).isEmpty();
    assertThat(names(around)).containsExactly("report");
    try (Connection database = open(folder)) {
      assertThat(rows(database, "pragma integrity_check")).containsExactly("ok");
      assertThat(rows(database, "select name from operations"))
          .containsSubsequence(
              "MeshDevice.open", "Tensor.fromHost", "Ttnn.add", "Ttnn.matmul", "process exit");
      for (int device = 0; device < 8; device++) {
        assertDramAddsUp(database, run.json(), device);
      }
      assertCircularBuffersAddUp(database, run.json().device(0, "L1"));
      assertThat(rows(database, "select count(*) from errors")).containsExactly("0");
      assertThat(rows(database, TENSORS_OF_OPERATIONS))
          .as("each was deallocated before the end, including results of the repeated calls")
          .containsExactly("Tensor.fromHost|4", "Ttnn.add|2", "Ttnn.matmul|2");
      assertThat(tensorsBeforeDeallocation(database))
          .containsExactly(2_560_032L, 2_910_240L, 3_260_448L, 3_610_656L, 3_655_712L, 3_700_768L);
    }
  }

  private static void assertDramAddsUp(Connection database, JsonReport json, int device)
      throws SQLException {
    JsonObject dram = json.device(device, "DRAM");
    assertThat(
            rows(
                database,
                """
                select count(*), sum(a.size_bytes) from buffers b
                  join tt_alloc_allocations a using (device_id, address, buffer_type)
                  where a.open_at_end and b.rank = a.rank and buffer_type = 0 and device_id = %d
                  and b.operation_id = (select max(operation_id) from operations)"""
                    .formatted(device)))
        .as("device %d", device)
        .containsExactly(dram.get("live") + "|" + dram.get("liveBytes"));
  }

  private static void assertCircularBuffersAddUp(Connection database, JsonObject l1)
      throws SQLException {
    String graph =
        rows(database, "select captured_graph from captured_graph order by operation_id desc")
            .get(0);
    Map<Long, Long> byAddress = new HashMap<>();
    long handleBytes = 0;
    for (JsonElement node : JsonParser.parseString(graph).getAsJsonArray()) {
      JsonObject params = node.getAsJsonObject().getAsJsonObject("params");
      if (params.has("core_range_set")) {
        assertThat(params.get("device_id").getAsString()).isEqualTo("0");
        long size = params.get("size").getAsLong();
        handleBytes += size;
        byAddress.merge(params.get("address").getAsLong(), size, Long::max);
      }
    }
    assertThat(handleBytes).isEqualTo(l1.get("handleBytes").getAsLong());
    assertThat(byAddress).hasSize(l1.get("live").getAsInt());
    assertThat(byAddress.values().stream().mapToLong(size -> size).sum())
        .isEqualTo(l1.get("liveBytes").getAsLong());
  }

  /** The expected addresses of the tensors on device 3 after the multiplication. */
  private static List<Long> tensorsBeforeDeallocation(Connection database) throws SQLException {
    return rows(
            database,
            """
            select address from buffers where device_id = 3 and address < 16777216 and operation_id =
              (select min(operation_id) from operations where name = 'Ttnn.matmul') order by 1""")
        .stream()
        .map(Long::valueOf)
        .toList();
  }

  @OneJdk
  void eachLeakIsAnErrorAndTheToolOfSqliteOpensTheFile(Jdk jdk) throws Exception {
    DemoRun run = SharedDemoRuns.of(jdk, "accumulate", "--runs", "3");
    Path folder = around.resolve("report");

    JvmResult dump = dump(jdk, run, folder).expectSuccess();

    assertThat(dump.err()).isEmpty();
    try (Connection database = open(folder)) {
      for (int device = 0; device < 8; device++) {
        assertThat(
                rows(
                    database,
                    """
                    select rank, count(*), sum(size_bytes) from buffers
                      where buffer_type = 0 and device_id = %d
                      and operation_id = (select max(operation_id) from operations) group by 1"""
                        .formatted(device)))
            .as("device %d", device)
            .containsExactly("0|2|36864", "1|2|36864", "2|2|36864");
      }
      assertThat(
              rows(
                  database,
                  """
                  select device_id, rank, count(*), sum(size_bytes) from buffers
                    where buffer_type = 1 and operation_id = (select max(operation_id) from operations)
                    group by 1, 2"""))
          .containsExactly("0|0|3|12288", "0|1|3|12288", "0|2|3|12288");
      assertThat(rows(database, "select operation_name, error_type from errors order by 1"))
          .containsExactly("Ttnn.add|CACHED and GROWING", "Ttnn.matmul|CACHED and GROWING");
      assertThat(rows(database, "select count(*) from operations where name like 'mark run %'"))
          .containsExactly("3");
      JsonObject dram = run.json().device(7, "DRAM");
      assertThat(
              rows(
                  database,
                  "select sum(size_bytes) from tt_alloc_allocations"
                      + " where open_at_end and device_id = 7"))
          .containsExactly(dram.get("liveBytes").getAsString());
    }
    assertThat(sqlite3(folder, "pragma integrity_check; select count(*) > 0 from buffers;"))
        .isEqualTo("ok\n1\n");
  }

  @OneJdk
  void aSystemWithoutTheNativeLibraryGetsOneLine(Jdk jdk) throws Exception {
    DemoRun run = SharedDemoRuns.of(jdk, "mesh");
    Path folder = around.resolve("report");

    JvmResult dump = dump(jdk, run, folder, "-Dos.name=AIX", "-Dos.arch=ppc64");

    assertThat(dump.expectStatus(1).err())
        .isEqualTo(
            "tt-alloc: no SQLite library for AIX/ppc64, expected Linux or macOS on x86_64 or"
                + " aarch64\n");
    assertThat(names(around)).isEmpty();
  }

  private static JvmResult dump(Jdk jdk, DemoRun run, Path folder, String... flags)
      throws Exception {
    Path ledger = run.ledgers().ledgers().get(0);
    return TestJvm.on(jdk)
        .jvmFlags(flags)
        .monitor("dump", ledger.toString(), "--format=ttnn", "-o" + folder)
        .run();
  }

  private static Connection open(Path folder) throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("db.sqlite"));
  }

  /** The rows of a query, with their columns joined by {@code |}. */
  private static List<String> rows(Connection database, String query) throws SQLException {
    try (Statement statement = database.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      int columns = result.getMetaData().getColumnCount();
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(result.getString(i));
        }
        rows.add(String.join("|", row));
      }
      return rows;
    }
  }

  private static List<String> names(Path folder) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  /**
   * The output of SQLite's command-line tool; skips the rest of the test if it is not installed.
   */
  private static String sqlite3(Path folder, String commands) throws Exception {
    boolean there =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .anyMatch(path -> Files.isExecutable(Path.of(path, "sqlite3")));
    if (!there) {
      System.out.println("ViewerIT is skipped in part: no sqlite3 on the PATH");
    }
    assumeTrue(there, "no sqlite3 on the PATH");
    Process tool =
        new ProcessBuilder("sqlite3", folder.resolve("db.sqlite").toString(), commands)
            .redirectErrorStream(true)
            .start();
    String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(tool.waitFor()).as(said).isZero();
    return said;
  }
}
