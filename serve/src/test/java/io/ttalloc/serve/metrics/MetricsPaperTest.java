package io.ttalloc.serve.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Checks that the table in docs/operating.md lists exactly the metrics of {@link MachineMetrics}.
 */
class MetricsPaperTest {
  private static final Path PAPER = Path.of("..", "docs", "operating.md");
  private static final Path METRICS =
      Path.of("src/main/java/io/ttalloc/serve/metrics/MachineMetrics.java");
  private static final Pattern METRIC =
      Pattern.compile(
          "(?:(counter)|gauge)\\(\\s*\"(\\w+)\",\\s*\"[^\"]*\"(?:\\s*\\+\\s*\"[^\"]*\")*"
              + "(?:,\\s*(?:null|Unit\\.(\\w+)))?\\)");

  @Test
  void theTableHasTheMetricsOfTheSource() throws Exception {
    Set<String> ofSource = new TreeSet<>(Set.of("tt_alloc_lifetime_seconds"));
    Matcher metric = METRIC.matcher(Files.readString(METRICS));
    while (metric.find()) {
      ofSource.add(name(metric));
    }

    assertThat(ofTable()).isEqualTo(ofSource);
  }

  /** The name of a metric as Prometheus shows it. */
  private static String name(Matcher metric) {
    String name = "tt_alloc_" + metric.group(2);
    String unit = metric.group(3);
    if (unit != null && !name.endsWith("_" + unit.toLowerCase(Locale.ROOT))) {
      name += "_" + unit.toLowerCase(Locale.ROOT);
    }
    return metric.group(1) == null ? name : name + "_total";
  }

  /** The metric names in the table, except those of metrics for processes without a ledger. */
  private static Set<String> ofTable() throws Exception {
    Set<String> names = new TreeSet<>();
    for (String line : Files.readAllLines(PAPER)) {
      if (line.startsWith("| `tt_alloc_")) {
        Matcher name = Pattern.compile("`(tt_alloc_\\w+)`").matcher(line.split("\\|", -1)[1]);
        while (name.find()) {
          names.add(name.group(1));
        }
      }
    }
    names.removeIf(name -> name.startsWith("tt_alloc_native_"));
    return names;
  }
}
