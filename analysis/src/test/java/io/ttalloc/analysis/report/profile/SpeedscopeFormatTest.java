package io.ttalloc.analysis.report.profile;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.ttalloc.analysis.KeptResources;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpeedscopeFormatTest {
  private static LedgerBuilder mesh() {
    LedgerBuilder ledger = MeshRun.withSites(ledger());
    MeshRun.record(ledger, "1");
    return ledger;
  }

  private static String written(LedgerBuilder ledger) {
    return Reports.written(Reports.of(ledger), new SpeedscopeFormat());
  }

  private static JsonSchema schema() throws IOException {
    try (InputStream in =
        SpeedscopeFormatTest.class.getResourceAsStream("/speedscope/file-format-schema.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(in);
    }
  }

  @Test
  void isValidByThePublishedSchema() throws IOException {
    assertThat(schema().validate(written(mesh()), InputFormat.JSON)).isEmpty();
    assertThat(schema().validate(written(ledger()), InputFormat.JSON)).isEmpty();
    String broken = written(mesh()).replace("\"sampled\"", "\"simpled\"");
    assertThat(schema().validate(broken, InputFormat.JSON)).isNotEmpty();
  }

  @Test
  void hasAProfileOfBytesAndOneOfResourcesWithTheTotalsOfTheFindings() {
    Report report = Reports.of(mesh());
    JsonObject file =
        JsonParser.parseString(Reports.written(report, new SpeedscopeFormat())).getAsJsonObject();
    JsonArray profiles = file.getAsJsonArray("profiles");
    long bytes = report.findings().stream().mapToLong(f -> f.amount().regionBytes()).sum();
    long count = report.findings().stream().mapToLong(f -> f.amount().count()).sum();

    assertThat(file.get("name").getAsString()).isEqualTo("demo mesh, pid 4242");
    assertThat(total(profiles.get(0).getAsJsonObject())).isEqualTo(bytes).isPositive();
    assertThat(total(profiles.get(1).getAsJsonObject())).isEqualTo(count).isPositive();
    assertThat(profiles.get(0).getAsJsonObject().get("unit").getAsString()).isEqualTo("bytes");
    assertThat(report.findings()).extracting(Finding::verdict).isNotEmpty();
  }

  @Test
  void hasAThirdProfileOfTheHeapAfterALookIntoIt() throws IOException {
    String written =
        Reports.written(
            KeptResources.report(BUFFER, stack("acme.Pool.take:9"), KeptResources.inList(3)),
            new SpeedscopeFormat());
    JsonArray profiles =
        JsonParser.parseString(written).getAsJsonObject().getAsJsonArray("profiles");

    assertThat(schema().validate(written, InputFormat.JSON)).isEmpty();
    assertThat(profiles).hasSize(3);
    JsonObject heap = profiles.get(2).getAsJsonObject();
    assertThat(heap.get("name").getAsString())
        .isEqualTo("heap that would be freed with the resources");
    assertThat(total(heap)).isEqualTo(KeptResources.OWN_BYTES);
  }

  private static long total(JsonObject profile) {
    long sum = 0;
    for (JsonElement weight : profile.getAsJsonArray("weights")) {
      assertThat(weight.getAsLong()).isPositive();
      sum += weight.getAsLong();
    }
    assertThat(profile.getAsJsonArray("samples")).hasSameSizeAs(profile.getAsJsonArray("weights"));
    assertThat(profile.get("endValue").getAsLong()).isEqualTo(sum);
    return sum;
  }

  @Test
  void namesFramesOutermostFirstUnderVerdictAndPlace() {
    LedgerBuilder ledger = ledger();
    ledger
        .open(BUFFER, stack("acme.Pool.take:9", "acme.Main.run:48"))
        .on("c0#1", 3, "DRAM")
        .at(0x1000, 512)
        .bytes(4_096);
    JsonObject file = JsonParser.parseString(written(ledger)).getAsJsonObject();
    JsonArray frames = file.getAsJsonObject("shared").getAsJsonArray("frames");
    JsonObject bytes = file.getAsJsonArray("profiles").get(0).getAsJsonObject();
    List<String> names = new ArrayList<>();
    for (JsonElement index : bytes.getAsJsonArray("samples").get(0).getAsJsonArray()) {
      names.add(frames.get(index.getAsInt()).getAsJsonObject().get("name").getAsString());
    }
    JsonObject leaf = frames.get(3).getAsJsonObject();

    assertThat(names)
        .containsExactly("[LEFT_OPEN]", "[device 3 DRAM]", "acme.Main.run", "acme.Pool.take");
    assertThat(leaf.get("file").getAsString()).isEqualTo("Pool.java");
    assertThat(leaf.get("line").getAsInt()).isEqualTo(9);
  }
}
