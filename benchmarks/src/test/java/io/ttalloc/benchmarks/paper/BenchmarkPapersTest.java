package io.ttalloc.benchmarks.paper;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarkPapersTest {
  private static final Circumstances CIRCUMSTANCES =
      new Circumstances(
          "2026-01-02T03:04:05Z",
          "java -jar benchmarks/target/tt-alloc-benchmarks.jar",
          "full",
          "Some CPU",
          2,
          8L << 30,
          "Linux 6.1",
          "Some VM 17",
          0.25,
          List.of("By hand."));

  private static final HookTable HOOKS =
      new HookTable(
          List.of(
              figure("THROWABLE", "new Throwable", 24, 1, 1000, 10),
              figure("PLAIN", "tt-alloc", 24, 1, 1250, 20),
              figure("ARROW", "Arrow", 24, 1, 25_000, 100)));

  private static final Results RESULTS =
      new Results(
          CIRCUMSTANCES,
          HOOKS,
          List.of(
              new ProcessFigure("start.off", "start, off", new Estimate(3.25, 0.5, 15), "ms"),
              new ProcessFigure("serve.cpu", "serve", new Estimate(8, 0, 1), "%", "2025-12-31")),
          List.of(
              Bar.atMost("full stack", 1.15, new Estimate(1.25, 0.02, 10), "x")
                  .because("it is Monday"),
              Bar.atLeast("against Arrow", 20, new Estimate(20, 0, 1), "x").on("2025-12-31")),
          List.of("ten million live resources: too little memory"));

  private static HookFigure figure(
      String subject, String title, int depth, int threads, double nanos, double error) {
    return new HookFigure(subject, title, depth, threads, new Estimate(nanos, error, 10));
  }

  @Test
  void theTableForPeopleShowsBarsMissesAndRatios() {
    assertThat(MarkdownPaper.of(RESULTS))
        .isEqualTo(
            """
            # Benchmarks

            Written by the run itself; every figure with its error is in `benchmarks.json`. To repeat:

            ```sh
            mvn -B -ntp -DskipTests -Preliability package
            java -jar benchmarks/target/tt-alloc-benchmarks.jar
            ```

            Measured 2026-01-02T03:04:05Z (full run): Some CPU, 2 processors, 8 GiB; Linux 6.1; \
            Some VM 17; load average at the start 0.250.
            A figure with a date was measured on that day, perhaps on another machine.

            ## Bars

            | what | bar | measured | |
            |---|---|---|---|
            | full stack | <= 1.15 x | 1.25 &plusmn; 0.020 x | **missed**: it is Monday |
            | against Arrow | >= 20 x | 20.0 x | met (2025-12-31) |

            1 of 2 bars are met.
            Not measured: ten million live resources: too little memory.

            ## Open and close

            24 frames, one thread:

            | | ns | x Throwable | x Netty | x Arrow |
            |---|--:|--:|--:|--:|
            | new Throwable | 1,000 &plusmn; 10.0 | 1.00 |  | 0.040 |
            | tt-alloc | 1,250 &plusmn; 20.0 | 1.25 |  | 0.050 |
            | Arrow | 25,000 &plusmn; 100 | 25.0 |  | 1.00 |

            ## Whole process

            | | measured | of | on |
            |---|--:|--:|---|
            | start, off | 3.25 &plusmn; 0.500 ms | 15 |  |
            | serve | 8.00 % | 1 | 2025-12-31 |

            ## How it was measured

            - By hand.
            """);
  }

  @Test
  void theJsonCarriesEveryFigureAndRatio() {
    JsonObject json = JsonParser.parseString(JsonPaper.of(RESULTS)).getAsJsonObject();
    assertThat(json.get("schema").getAsString()).isEqualTo("tt-alloc-benchmarks/1");
    assertThat(json.getAsJsonObject("circumstances").get("jvm").getAsString())
        .isEqualTo("Some VM 17");
    JsonObject hooks = json.getAsJsonObject("hooks");
    assertThat(hooks.getAsJsonArray("figures")).hasSize(3);
    assertThat(hooks.getAsJsonArray("ratios").get(0).toString())
        .isEqualTo(
            "{\"of\":\"PLAIN\",\"to\":\"THROWABLE\",\"depth\":24,\"threads\":1,"
                + "\"value\":1.25,\"error\":0.023585,\"samples\":10}");
    assertThat(json.getAsJsonObject("wholeProcess").getAsJsonArray("figures").get(0).toString())
        .isEqualTo(
            "{\"name\":\"start.off\",\"what\":\"start, off\",\"value\":3.25,\"error\":0.5,"
                + "\"samples\":15,\"unit\":\"ms\"}");
    assertThat(json.getAsJsonArray("bars").get(0).toString())
        .isEqualTo(
            "{\"what\":\"full stack\",\"atMost\":1.15,\"value\":1.25,\"error\":0.02,"
                + "\"samples\":10,\"unit\":\"x\",\"met\":false,\"reason\":\"it is Monday\"}");
  }

  @Test
  void aLaterRunKeepsWhatItDoesNotMeasureWithItsDay() {
    EarlierPaper earlier = EarlierPaper.of(JsonPaper.of(RESULTS));
    assertThat(earlier.hooks().measured()).isEqualTo("2026-01-02");
    assertThat(earlier.hooks().figures()).isEqualTo(HOOKS.figures());
    ProcessFigure again = new ProcessFigure("start.off", "start, off", new Estimate(2, 0, 1), "ms");
    assertThat(Results.with(List.of(again), earlier.process()))
        .containsExactly(
            again,
            new ProcessFigure("serve.cpu", "serve", new Estimate(8, 0, 1), "%", "2025-12-31"));
    assertThat(Results.with(List.of(), earlier.process()))
        .extracting(ProcessFigure::measured)
        .containsExactly("2026-01-02", "2025-12-31");
  }
}
