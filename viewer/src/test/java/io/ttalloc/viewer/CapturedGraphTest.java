package io.ttalloc.viewer;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.OpenedResource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapturedGraphTest {
  @TempDir private Path folder;

  private final LedgerBuilder ledger = ledger().history(4_096);

  private JsonArray graph(String operation) throws Exception {
    try (WrittenDatabase database = WrittenDatabase.of(ledger, folder.resolve("report"))) {
      List<String> found =
          database.rows(
              "select captured_graph from captured_graph join operations using (operation_id)"
                  + " where name = '%s'".formatted(operation));
      assertThat(found).hasSize(1);
      return JsonParser.parseString(found.get(0)).getAsJsonArray();
    }
  }

  private static JsonObject node(JsonArray graph, int counter) {
    JsonObject node = graph.get(counter).getAsJsonObject();
    assertThat(node.get("counter").getAsInt()).isEqualTo(counter);
    return node;
  }

  /** Formats each node with its most informative parameter. */
  private static List<String> outline(JsonArray graph) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < graph.size(); i++) {
      JsonObject node = node(graph, i);
      JsonObject params = node.getAsJsonObject("params");
      String detail = "";
      for (String key : List.of("name", "address", "size", "device_id")) {
        if (detail.isEmpty() && params.has(key)) {
          detail = " " + params.get(key).getAsString();
        }
      }
      lines.add(node.get("node_type").getAsString() + detail);
    }
    return lines;
  }

  @Test
  void namedSitesAreFunctionsAroundWhatTheyOpened() throws Exception {
    ledger.site("acme.Program", "place", "place_buffers").site("acme.Ops", "load", "load_binaries");
    ledger
        .open(
            MeshRun.CB,
            stack("acme.Program.place:3", "acme.Ops.load:2", "lib.Api.add:5", "x.Main.m:1"))
        .on("c0", 0, "L1")
        .at(101_152, 4_096)
        .bytes(4_096)
        .shared();
    ledger
        .open(MeshRun.BUFFER, stack("acme.Ops.load:3", "lib.Api.add:5", "x.Main.m:1"))
        .on("c0", 0, "DRAM")
        .at(65_536, 2_048)
        .bytes(24_576);

    JsonArray graph = graph("Ops.load");

    assertThat(outline(graph))
        .containsExactly(
            "capture_start",
            "function_start Ops.load",
            "function_start load_binaries",
            "function_start place_buffers",
            "circular_buffer_allocate 101152",
            "function_end place_buffers",
            "buffer 24576",
            "buffer_allocate 65536",
            "function_end load_binaries",
            "function_end Ops.load",
            "capture_end");
    assertThat(node(graph, 4).get("params"))
        .hasToString(
            "{\"address\":\"101152\",\"size\":\"4096\",\"core_range_set\":\"{}\",\"device_id\":\"0\",\"globally_allocated\":\"0\"}");
    assertThat(node(graph, 7).get("params"))
        .hasToString(
            "{\"address\":\"65536\",\"size\":\"24576\",\"type\":\"DRAM\",\"device_id\":\"0\"}");
    assertThat(node(graph, 7).get("connections")).as("its buffer").hasToString("[6]");
    assertThat(node(graph, 2).get("connections")).as("what is within").hasToString("[3,6,7,8]");
  }

  @Test
  void whatIsClosedBeforeTheOperationEndsIsDeallocatedInIt() throws Exception {
    OpenedResource temporary = buffer(4_096, "L1", "buffer");
    OpenedResource circular = buffer(101_152, "L1", "circular-buffer");
    temporary.closed();
    circular.closed();
    buffer(8_192, "L1", "buffer");

    assertThat(outline(graph("Api.add")))
        .containsSubsequence(
            "buffer_deallocate 24576", "circular_buffer_deallocate_all 0", "function_end Api.add")
        .filteredOn(line -> line.startsWith("buffer_deallocate"))
        .hasSize(1);
  }

  @Test
  void ifACircularBufferStaysNotAllOfThemAreDeallocated() throws Exception {
    buffer(101_152, "L1", "circular-buffer").closed();
    buffer(105_248, "L1", "circular-buffer");

    assertThat(outline(graph("Api.add")))
        .contains("circular_buffer_allocate 101152", "circular_buffer_allocate 105248")
        .noneMatch(line -> line.startsWith("circular_buffer_deallocate_all"));
  }

  @Test
  void aGraphHasAThousandBuffersAndSaysHowManyMoreThereAre() throws Exception {
    for (int i = 0; i < 1_002; i++) {
      buffer(101_152 + 16L * i, "L1", "circular-buffer");
    }
    for (String operation : List.of("Api.add", "process exit")) {
      assertThat(outline(graph(operation)))
          .containsSubsequence("function_start 2 more buffers", "function_end 2 more buffers")
          .filteredOn(line -> line.startsWith("circular_buffer_allocate"))
          .hasSize(1_000);
    }
  }

  private OpenedResource buffer(long address, String space, String type) {
    return ledger
        .open(
            sized(type, "acme.Buffer"),
            stack("acme.Buffer.<init>:1", "lib.Api.add:5", "x.Main.m:1"))
        .on("c0", 0, space)
        .at(address, 2_048)
        .bytes(24_576);
  }

  @Test
  void theLastOperationHasTheCircularBuffersThatAreStillPlaced() throws Exception {
    MeshRun.record(MeshRun.withSites(ledger), "1");

    JsonArray graph = graph("process exit");

    assertThat(outline(graph))
        .containsExactly(
            "capture_start",
            "function_start process exit",
            "circular_buffer_allocate 101152",
            "circular_buffer_allocate 105248",
            "circular_buffer_allocate 109344",
            "circular_buffer_allocate 101152",
            "circular_buffer_allocate 105248",
            "circular_buffer_allocate 109344",
            "function_end process exit",
            "capture_end");
    long bytes = 0;
    for (JsonElement node : graph) {
      JsonObject params = node.getAsJsonObject().getAsJsonObject("params");
      bytes += params.has("size") ? params.get("size").getAsLong() : 0;
    }
    assertThat(bytes).as("by handle").isEqualTo(22_528);
  }
}
