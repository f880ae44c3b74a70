package io.ttalloc.analysis.report;

import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.analysis.KeptResources;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.report.json.JsonFormat;
import org.junit.jupiter.api.Test;

/**
 * Tests that reports show the paths that keep resources reachable, and the heap bytes that these
 * resources retain.
 */
class KeptFormatsTest {
  private final Report report =
      KeptResources.report(
          type("connection", "com.acme.Connection"),
          stack("com.acme.Connection.<init>:9", "com.acme.View.show:40", "com.acme.Main.main:7"),
          KeptResources.inList(3),
          KeptResources.inList(4));

  @Test
  void textHasThemInTheHeadingAndTheBytesBehindTheAmount() {
    assertThat(Reports.written(report, ReportFormats.text(false)).lines().skip(3).limit(7))
        .containsExactly(
            "LEFT_OPEN, a leak: 1 entry, 2 open, not growing (1 cycle)",
            "  why      open when the process ended",
            "  kept     by static Registry.ALL -> {ArrayList[*]}",
            "  fix      call close() on the Connection that View.show(View.java:40) opened, and"
                + " remove it from Registry.ALL",
            "",
            "  1. View.show",
            "     connection   2 x com.acme.Connection; 2 opened, 0 closed; oldest 1.9 s; frees 48 B"
                + " of heap");
  }

  @Test
  void jsonHasThePartsAndWhichOfThemToUndo() {
    JsonObject finding =
        JsonParser.parseString(Reports.written(report, new JsonFormat()))
            .getAsJsonObject()
            .getAsJsonArray("findings")
            .get(0)
            .getAsJsonObject();

    assertThat(finding.get("heapBytes").getAsLong()).isEqualTo(48);
    assertThat(finding.getAsJsonArray("keptBy"))
        .hasToString(
            "[{\"count\":2,\"heapBytes\":48,\"path\":\"static Registry.ALL -> ArrayList[*]\","
                + "\"parts\":[\"static Registry.ALL\",\"ArrayList[*]\"],"
                + "\"tellingPart\":1,\"tellingKind\":\"ELEMENT\"}]");
  }
}
