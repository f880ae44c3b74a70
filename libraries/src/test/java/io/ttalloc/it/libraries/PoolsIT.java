package io.ttalloc.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs programs that use connection pools, and compares the reports with the pools' own leak
 * detectors.
 */
class PoolsIT {
  /** Matches a stack frame of the leaking program. */
  private static final Pattern FRAME =
      Pattern.compile("LeakyBorrower\\.(\\w+)\\(LeakyBorrower\\.java:(\\d+)\\)");

  /** Matches the lines above the stack traces that the detectors print. */
  private static final Pattern TRACE =
      Pattern.compile(
          "Apparent connection leak detected"
              + "|has not been returned to the pool"
              + "|Connection has been abandoned");

  @TempDir private Path folder;

  @EveryJdk
  void areNotAccusedIfEverythingIsClosed(Jdk jdk) throws Exception {
    for (JdbcPool pool : JdbcPool.values()) {
      JsonReport json = run(jdk, "auto", pool.name());

      assertThat(leaks(json)).as(pool.name()).isEmpty();
      assertThat(json.total("opened")).as(pool.name()).isGreaterThan(200);
    }
  }

  @EveryJdk
  void aConnectionThatIsNotReturnedIsTheOnlyLeak(Jdk jdk) throws Exception {
    for (String packs : List.of("jdbc", "auto")) {
      aConnectionThatIsNotReturnedIsTheOnlyLeak(jdk, packs);
    }
  }

  private void aConnectionThatIsNotReturnedIsTheOnlyLeak(Jdk jdk, String packs) throws Exception {
    for (JdbcPool pool : JdbcPool.values()) {
      assertThat(leaks(run(jdk, packs, pool.name(), "leak")))
          .as(pool.name())
          .singleElement()
          .satisfies(
              leak -> {
                assertThat(leak.get("type").getAsString()).isEqualTo("borrowed connection");
                assertThat(leak.get("fix").getAsString())
                    .startsWith("call close() on ")
                    .containsPattern(" (that|for|to) PooledProgram\\.leak\\(PooledProgram\\.java:");
              });
    }
  }

  @EveryJdk
  void hikarisDetectorSaysTheSame(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdbc");
    JvmResult result;
    try (RunningJvm running = borrower(tracked, jdk, JdbcPool.HIKARI).start()) {
      running.awaitLine("LeakyBorrower\\.third");
      result = running.terminate();
    }

    assertThat(borrowed(tracked.json())).hasSize(4).isEqualTo(traces(result.out()));
  }

  @EveryJdk
  void theDetectorOfDbcpSaysTheSame(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdbc");

    JvmResult result = borrower(tracked, jdk, JdbcPool.DBCP).run().expectSuccess();

    assertThat(borrowed(tracked.json())).hasSize(4).isEqualTo(traces(result.out()));
  }

  @EveryJdk
  void theDetectorOfTomcatSaysTheSame(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdbc");

    JvmResult result = borrower(tracked, jdk, JdbcPool.TOMCAT).run().expectSuccess();

    assertThat(borrowed(tracked.json())).hasSize(4).isEqualTo(traces(result.err()));
  }

  private static TestJvm borrower(TrackedRun tracked, Jdk jdk, JdbcPool pool) {
    return tracked
        .on(jdk)
        .classPath(LibraryClassPath.entries().toArray(Path[]::new))
        .main(LeakyBorrower.class, pool.name());
  }

  private JsonReport run(Jdk jdk, String packs, String... arguments) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=" + packs).option("holders=true");
    JvmResult result =
        tracked
            .on(jdk)
            .classPath(LibraryClassPath.entries().toArray(Path[]::new))
            .main(PooledProgram.class, arguments)
            .run()
            .expectSuccess();
    JsonReport json = tracked.json();
    assertThat(json.lastingReasons()).as(result.err()).isEmpty();
    assertThat(json.misuse()).as(result.err()).isEmpty();
    return json;
  }

  private static List<JsonObject> leaks(JsonReport json) {
    return json.findings().stream().filter(each -> each.get("leak").getAsBoolean()).toList();
  }

  /**
   * The lines of the program that borrowed the open connections, one for each connection, sorted.
   */
  private static List<String> borrowed(JsonReport json) {
    List<String> lines = new ArrayList<>();
    for (JsonObject leak : leaks(json)) {
      String line =
          JsonReport.frames(leak, "openedBy").stream()
              .filter(frame -> frame.startsWith("LeakyBorrower."))
              .findFirst()
              .orElseThrow();
      for (int i = 0; i < leak.get("count").getAsInt(); i++) {
        lines.add(line);
      }
    }
    return lines.stream().sorted().toList();
  }

  /** The first line of the program in each stack trace of a detector, sorted. */
  private static List<String> traces(String output) {
    List<String> lines = new ArrayList<>();
    for (Matcher trace = TRACE.matcher(output); trace.find(); ) {
      Matcher frame = FRAME.matcher(output);
      assertThat(frame.find(trace.end())).as(output).isTrue();
      lines.add(frame.group());
    }
    return lines.stream().sorted().toList();
  }
}
