package io.ttalloc.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.applications.Application;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs programs that close everything they open, and the same programs with one leak. All packs
 * that apply are active.
 */
class ClientProgramsIT {
  @TempDir private Path folder;

  @EveryJdk
  void luceneHasNoLeakButTheSearcherThatIsNotReleased(Jdk jdk) throws Exception {
    JvmResult result = assertNoLeak(jdk, LuceneProgram.class, 200);
    assertThat(result.out()).contains("Lucene " + luceneVersion(jdk));
    assertThat(leaking(jdk, LuceneProgram.class, "a Lucene program", "LuceneProgram.leak"))
        .contains("lucene reader", "the reference count is 1 after 1 retain and 1 release");
  }

  @EveryJdk
  void kafkaHasNoLeakButTheProducerThatIsNotClosed(Jdk jdk, @TempDir Path log) throws Exception {
    try (KafkaBroker broker = KafkaBroker.start(log)) {
      JvmResult result = assertNoLeak(jdk, KafkaProgram.class, 100, broker.address());
      assertThat(result.out())
          .contains("received 600, protocol classic", "received 600, protocol consumer");
      assertThat(
              leaking(
                  jdk,
                  KafkaProgram.class,
                  "clients of Kafka",
                  "KafkaProgram.producer",
                  broker.address()))
          .contains("kafka producer", "forgotten");
    }
  }

  private static String luceneVersion(Jdk jdk) throws IOException {
    Map<String, String> versions = LibraryPaper.versions();
    String version = versions.get("lucene");
    return jdk.major() < 21 ? version : versions.getOrDefault("lucene-on-jdk-21", version);
  }

  private JvmResult assertNoLeak(Jdk jdk, Class<?> program, int opened, String... more)
      throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);

    JvmResult result = run(tracked, jdk, program, false, more);

    JsonReport json = tracked.json();
    assertThat(leaks(json)).as(result.err()).isEmpty();
    assertThat(json.misuse()).as(result.err()).isEmpty();
    assertThat(json.lastingReasons()).isEmpty();
    assertThat(json.total("opened")).isGreaterThan(opened);
    return result;
  }

  /**
   * Runs a program that leaves one resource open, checks that the report is as docs/measurements.md
   * states, and returns the text report.
   */
  private String leaking(Jdk jdk, Class<?> program, String name, String culprit, String... more)
      throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);

    JvmResult result = run(tracked, jdk, program, true, more);

    Application.named(name).assertReported(tracked.json(), result.err(), culprit);
    return result.err();
  }

  private static JvmResult run(
      TrackedRun tracked, Jdk jdk, Class<?> program, boolean leaks, String... more)
      throws Exception {
    String[] args =
        Stream.concat(
                Stream.of(tracked.file(".").toString(), String.valueOf(leaks)), Stream.of(more))
            .toArray(String[]::new);
    return tracked
        .option("packs=auto")
        .on(jdk)
        .classPath(LibraryClassPath.entries(jdk).toArray(Path[]::new))
        .main(program, args)
        .run()
        .expectSuccess();
  }

  private static List<JsonObject> leaks(JsonReport json) {
    return json.findings().stream().filter(each -> each.get("leak").getAsBoolean()).toList();
  }
}
