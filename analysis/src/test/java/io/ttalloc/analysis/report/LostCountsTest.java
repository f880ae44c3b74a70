package io.ttalloc.analysis.report;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.DeviceShare;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Tests that each format counts all lost resources, although only a few of them have slots. */
class LostCountsTest {
  private static final int EXAMPLES = 256;
  private static final int LOST = 10_000;
  private static final List<Frame> STACK = stack("acme.Pool.take:9", "acme.Main.run:48");
  private static final TypeEntry FILE = type("file", "acme.File");
  private static final TypeEntry BUFFER = sized("buffer", "acme.Buffer");

  private static LedgerBuilder files() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < EXAMPLES; i++) {
      ledger.open(FILE, STACK).collected();
    }
    return ledger.folded(FILE, STACK, LOST - EXAMPLES);
  }

  private static LedgerBuilder buffers(int devices) {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < EXAMPLES; i++) {
      ledger.open(BUFFER, STACK).on("s", i % devices, "DRAM").at(64L * i, 64).bytes(64).collected();
    }
    return ledger.folded(BUFFER, STACK, LOST - EXAMPLES, 64);
  }

  @Test
  void areNumbersInTextAndJson() {
    Report report = Reports.of(files());
    assertThat(written(report, "text")).contains("10,000 collected, never closed");
    JsonObject finding = json(report, "json").getAsJsonArray("findings").get(0).getAsJsonObject();
    assertThat(finding.get("count").getAsLong()).isEqualTo(LOST);
  }

  @Test
  void areWeightsOfStacks() {
    Report report = Reports.of(files());
    assertThat(written(report, "collapsed")).endsWith(" 10000\n");
    assertThat(weights(report, "resources")).isEqualTo(LOST);
    assertThat(share(report, DeviceShare::count)).isEqualTo(LOST);
    assertThat(flameGraph(report, 1)).isEqualTo(LOST);
  }

  @Test
  void areBytesOfStacks() {
    Report report = Reports.of(buffers(1));
    long bytes = 64L * LOST;
    assertThat(written(report, "text")).contains("640,000 B");
    assertThat(written(report, "collapsed")).endsWith(" " + bytes + "\n");
    assertThat(weights(report, "open bytes")).isEqualTo(bytes);
    assertThat(share(report, DeviceShare::bytes)).isEqualTo(bytes);
    assertThat(flameGraph(report, 2)).isEqualTo(bytes);
  }

  @Test
  void lieOnTheDeviceOfTheExamplesIfThereIsOne() {
    assertThat(shares(Reports.of(buffers(1))))
        .containsExactly(new DeviceShare(0, LOST, 64L * LOST, 64L * LOST, 0));
  }

  @Test
  void lieOnNoDeviceIfTheExamplesLieOnSeveral() {
    long rest = LOST - EXAMPLES;
    assertThat(shares(Reports.of(buffers(2))))
        .containsExactly(
            new DeviceShare(null, rest, 64 * rest, 64 * rest, 0),
            new DeviceShare(0, 128, 64 * 128, 64 * 128, 0),
            new DeviceShare(1, 128, 64 * 128, 64 * 128, 0));
  }

  @Test
  void areSharedIfTheExamplesAre() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < EXAMPLES; i++) {
      ledger.open(BUFFER, STACK).on("s", 0, "L1").at(64L * i, 64).bytes(64).shared().collected();
    }
    ledger.folded(BUFFER, STACK, LOST - EXAMPLES, 64);
    assertThat(shares(Reports.of(ledger)))
        .extracting(DeviceShare::sharedBytes)
        .containsExactly(64L * LOST);
  }

  private static List<DeviceShare> shares(Report report) {
    return report.findings().stream().map(Finding::shares).flatMap(List::stream).toList();
  }

  private static long share(Report report, ToLongFunction<DeviceShare> value) {
    return shares(report).stream().mapToLong(value).sum();
  }

  private static long weights(Report report, String profile) {
    long sum = 0;
    for (JsonElement each : json(report, "speedscope").getAsJsonArray("profiles")) {
      JsonObject named = each.getAsJsonObject();
      if (named.get("name").getAsString().contains(profile)) {
        for (JsonElement weight : named.getAsJsonArray("weights")) {
          sum += weight.getAsLong();
        }
      }
    }
    return sum;
  }

  /** Sums the values at one index over all the shares from which the page draws its flame graph. */
  private static long flameGraph(Report report, int place) {
    String html = written(report, "html");
    String before = "<script type=\"application/json\" id=\"data\">";
    int start = html.indexOf(before) + before.length();
    String data = html.substring(start, html.indexOf("</script>", start));
    JsonObject page = JsonParser.parseString(data).getAsJsonObject().getAsJsonObject("page");
    long sum = 0;
    for (JsonElement finding : page.getAsJsonArray("findings")) {
      JsonArray shares = finding.getAsJsonObject().getAsJsonArray("shares");
      for (JsonElement share : shares) {
        sum += share.getAsJsonArray().get(place).getAsLong();
      }
    }
    return sum;
  }

  private static JsonObject json(Report report, String format) {
    return JsonParser.parseString(written(report, format)).getAsJsonObject();
  }

  private static String written(Report report, String format) {
    return Reports.written(report, Objects.requireNonNull(ReportFormats.byName(format)));
  }
}
