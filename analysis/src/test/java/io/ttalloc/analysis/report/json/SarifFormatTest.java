package io.ttalloc.analysis.report.json;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SarifFormatTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");

  @TempDir private Path project;

  private static JsonSchema schema() throws IOException {
    try (InputStream in =
        SarifFormatTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(in);
    }
  }

  private JsonObject run(LedgerBuilder ledger) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new SarifFormat().write(Reports.of(ledger), SourceFiles.below(project), out);
    String written = out.toString(StandardCharsets.UTF_8);
    assertThat(schema().validate(written, InputFormat.JSON)).isEmpty();
    JsonObject log = JsonParser.parseString(written).getAsJsonObject();
    assertThat(log.get("version").getAsString()).isEqualTo("2.1.0");
    return log.getAsJsonArray("runs").get(0).getAsJsonObject();
  }

  private static JsonElement at(JsonObject from, String... path) {
    JsonElement at = from;
    for (String each : path) {
      at =
          at.isJsonArray()
              ? at.getAsJsonArray().get(Integer.parseInt(each))
              : at.getAsJsonObject().get(each);
      assertThat(at).as(String.join(" ", path)).isNotNull();
    }
    return at;
  }

  @Test
  void aLeakIsAResultAtItsLine() throws IOException {
    LedgerBuilder ledger = ledger();
    ledger.open(FILE, stack("acme.Import.read:3", "acme.Main.run:48"));

    JsonObject run = run(ledger);

    assertThat(run.getAsJsonArray("results")).hasSize(1);
    JsonObject result = at(run, "results", "0").getAsJsonObject();
    assertThat(at(result, "ruleId").getAsString()).isEqualTo("LEFT_OPEN");
    assertThat(at(run, "tool", "driver", "rules", "0", "id").getAsString()).isEqualTo("LEFT_OPEN");
    assertThat(at(result, "level").getAsString()).isEqualTo("error");
    assertThat(at(result, "message", "text").getAsString())
        .startsWith("1 file opened here, LEFT_OPEN: ")
        .contains(". Fix: ");
    JsonObject place = at(result, "locations", "0", "physicalLocation").getAsJsonObject();
    assertThat(at(place, "artifactLocation", "uri").getAsString()).isEqualTo("acme/Import.java");
    assertThat(at(place, "region", "startLine").getAsInt()).isEqualTo(3);
    assertThat(at(result, "stacks", "0", "frames").getAsJsonArray()).hasSize(2);
    assertThat(at(result, "partialFingerprints", "ttAlloc/v1").getAsString()).isNotBlank();
  }

  @Test
  void withoutALeakThereIsNoResult() throws IOException {
    assertThat(run(ledger()).getAsJsonArray("results")).isEmpty();
  }

  @Test
  void filesOfTheProjectHaveTheirPath() throws IOException {
    Path source = project.resolve("app/src/main/java/acme");
    Files.createDirectories(source);
    Files.createFile(source.resolve("Import.java"));
    SourceFiles files = SourceFiles.below(project);

    assertThat(files.uri(new Frame("acme.Import", "read", "Import.java", 3)))
        .isEqualTo("app/src/main/java/acme/Import.java");
    assertThat(files.uri(new Frame("acme.Other", "read", "Other.java", 3)))
        .isEqualTo("acme/Other.java");
    assertThat(files.uri(new Frame("Unnamed", "read", "A b.java", 3))).isEqualTo("A%20b.java");
    assertThat(files.uri(new Frame("acme.Evil", "read", "../../etc/passwd", 3))).isNull();
    assertThat(files.uri(new Frame(".etc.Evil", "read", "passwd", 3))).isNull();
    assertThat(files.uri(new Frame("acme.Hidden", "read", null, 3))).isNull();
    assertThat(files.uri(new Frame("acme.Odd", "read", "a\0b", 3))).isEqualTo("acme/a%00b");
    assertThat(SourceFiles.below(project.resolve("none")).uri(new Frame("A", "b", "A.java", 1)))
        .isEqualTo("A.java");
  }
}
