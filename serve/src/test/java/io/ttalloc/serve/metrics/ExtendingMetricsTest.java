package io.ttalloc.serve.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the example metric in docs/extending.md. */
class ExtendingMetricsTest {
  private static final Path PAPER = Path.of("..", "docs", "extending.md");
  private static final Path METRICS =
      Path.of("src/main/java/io/ttalloc/serve/metrics/MachineMetrics.java");
  private static final String NEXT_VALUE = "    devices(process, labels);";

  @Test
  void theStatementOfThePaperCompilesWhereItPutsIt(@TempDir Path folder) throws Exception {
    Matcher lines =
        Pattern.compile(
                "// in MachineMetrics, add\\(ProcessView, Labels\\)\n(.*?)\n```", Pattern.DOTALL)
            .matcher(Files.readString(PAPER));
    assertThat(lines.find()).as("the statement for MachineMetrics in %s", PAPER).isTrue();
    String metrics = Files.readString(METRICS);
    assertThat(metrics).containsOnlyOnce(NEXT_VALUE);
    Path source =
        Files.writeString(
            folder.resolve("MachineMetrics.java"),
            metrics.replace(NEXT_VALUE, "    " + lines.group(1) + "\n" + NEXT_VALUE));

    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", folder.toString(), source.toString());

    assertThat(status).isZero();
  }
}
