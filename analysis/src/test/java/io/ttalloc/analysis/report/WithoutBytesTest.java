package io.ttalloc.analysis.report;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that reports give the number of resources without bytes, and not {@code 0 B}. */
class WithoutBytesTest {
  private static final TypeEntry LEASE = type("lease", "com.acme.Pool$Lease");
  private static final TypeEntry BUFFER = sized("buffer", "com.acme.Buffer");
  private static final Pattern NO_BYTES = Pattern.compile("(?<![0-9,.])0 B\\b");

  private static LedgerBuilder leases() {
    LedgerBuilder ledger = ledger();
    for (int cycle = 1; cycle <= 3; cycle++) {
      for (int device = 0; device < 2; device++) {
        ledger
            .open(LEASE, stack("com.acme.Pool.lease:" + device, "com.acme.Main.main:9"))
            .on("s", device, "queue")
            .at(4_096L * cycle, 64);
      }
      ledger.mark("run " + cycle, 90_000_000);
    }
    return ledger.reclaimed(LEASE, stack("com.acme.Pool.borrow:5"), 4, 0);
  }

  private static String text(LedgerBuilder ledger) {
    return Reports.written(Reports.of(ledger), ReportFormats.text(false));
  }

  @Test
  void theTextSaysHowMany() {
    assertThat(text(leases()))
        .doesNotContainPattern(NO_BYTES)
        .contains(
            "\ndevice       queue\n0, 1, each   3 open\n",
            "4 x com.acme.Pool.Lease reclaimed; 4 opened, 4 closed\n",
            "\n  run 1  2 open;       90,000,000 B\n");
  }

  @Test
  void thePageSaysHowMany() {
    String page = Reports.written(Reports.of(leases()), format("html"));
    assertThat(page.lines().filter(line -> line.contains("\"schema\"")).toList())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).doesNotContainPattern(NO_BYTES));
  }

  @Test
  void aMarkSaysWhatHasBytesAndWhatHasNone() {
    LedgerBuilder ledger = ledger();
    ledger.open(LEASE, stack("com.acme.Pool.lease:1"));
    ledger.open(BUFFER, stack("com.acme.Pool.buffer:2")).bytes(64);
    ledger.mark("run 1", 90_000_000);
    assertThat(text(ledger))
        .contains("\n  run 1  64 B and 1 resource without bytes;  90,000,000 B\n");
    String json = Reports.written(Reports.of(ledger), format("json"));
    assertThat(
            JsonParser.parseString(json)
                .getAsJsonObject()
                .getAsJsonArray("marks")
                .get(0)
                .toString())
        .contains("\"left\":2,\"leftBytes\":64");
  }

  @Test
  void aSpaceThatHadBytesKeepsThem() {
    LedgerBuilder ledger = ledger();
    ledger.open(BUFFER, stack("com.acme.Pool.buffer:2")).on("s", 0, "DRAM").bytes(64).at(4_096, 64);
    ledger.open(LEASE, stack("com.acme.Pool.lease:1")).on("s", 1, "queue");
    assertThat(text(ledger).lines())
        .containsSequence(
            List.of("device   DRAM   queue", "0        64 B   0 open", "1        0 B    1 open"));
  }

  private static ReportFormat format(String name) {
    return Objects.requireNonNull(ReportFormats.byName(name));
  }
}
