package io.ttalloc.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests all packs with programs modeled on public bug reports. Every leak is found at the program's
 * own line, and the fixed variants are clean, except for resources that a library leaves open
 * internally.
 */
class CasesIT {
  /** The call that the advice must name for the leak on the next line. */
  private static final Pattern FIX = Pattern.compile("// FIX (.*)");

  @TempDir private Path folder;

  static Stream<Arguments> casesAndJdks() throws IOException {
    return casesOn(Jdks.all());
  }

  static Stream<Arguments> casesAndOneJdk() throws IOException {
    return casesOn(Jdks.one());
  }

  private static Stream<Arguments> casesOn(List<Jdk> jdks) throws IOException {
    return CaseProgram.all().stream()
        .flatMap(program -> jdks.stream().map(jdk -> Arguments.of(program, jdk)));
  }

  @Variant
  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("casesAndJdks")
  void whatLeaksIsFoundWholeAtItsOwnLine(CaseProgram program, Jdk jdk) throws Exception {
    List<JsonObject> findings = findings(program, jdk, "leak");

    assertThat(program.found(findings, leak -> true)).isEqualTo(program.truth(jdk));
    for (JsonObject finding : findings) {
      Matcher fix = finding.get("leak").getAsBoolean() ? fixOf(finding, program) : null;
      if (fix != null) {
        assertThat(finding.get("fix").getAsString()).startsWith("call " + fix.group(1));
      }
    }
  }

  /** The fix that the source states for a finding, or null. */
  private static @Nullable Matcher fixOf(JsonObject finding, CaseProgram program)
      throws IOException {
    int line = Integer.parseInt(program.ownLine(finding));
    Matcher fix = FIX.matcher(program.lines().get(line - 2));
    return fix.find() ? fix : null;
  }

  @Variant
  @Tag(OneJdk.TAG)
  @ParameterizedTest(name = "{0} on {1}", allowZeroInvocations = true)
  @MethodSource("casesAndOneJdk")
  void theMendedVariantHasNothingToMend(CaseProgram program, Jdk jdk) throws Exception {
    assertThat(program.found(findings(program, jdk, "mended"), CaseProgram::isOfProgram)).isEmpty();
  }

  /**
   * No program can close what the JDK leaves open for itself, so with this option the leak does not
   * fail a build.
   */
  @Variant
  @OneJdk
  void whatTheJdkLeavesOpenForItselfIsItsOwn(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("fail-on=own");

    run(tracked, jdk, "LastModifiedOfJar", "leak");

    assertThat(tracked.json().findings("file"))
        .filteredOn(file -> file.get("leak").getAsBoolean())
        .singleElement()
        .satisfies(
            file -> {
              assertThat(file.get("whose").getAsString()).isEqualTo("jdk");
              assertThat(file.get("fix").getAsString()).startsWith("your code cannot close it");
            });
  }

  /** Nothing shows that a library's constructor threw, so the advice names the object. */
  @EveryJdk
  void whatConstructorsOpenedThatThrewIsOfThoseWhoCalledThem(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);

    run(tracked, jdk, "BrokenHeaders", "leak");

    List<JsonObject> leaks =
        tracked.json().findings("file").stream()
            .filter(file -> file.get("leak").getAsBoolean())
            .toList();
    assertThat(leaks).hasSize(5).allMatch(CaseProgram::isOfProgram);
    assertThat(leaks)
        .filteredOn(file -> file.get("fix").getAsString().contains("Archive"))
        .singleElement()
        .satisfies(
            file ->
                assertThat(file.get("fix").getAsString())
                    .startsWith("call close() on the Archive that BrokenHeaders.main"));
  }

  /** The thread of a dropped client ends some time after the collection at exit. */
  @Variant
  @EveryJdk
  void clientsThatWereDroppedAreALeakWhetherTheirThreadsHaveEndedOrNot(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);

    run(tracked, jdk, "ClientOfEachCall", "drop");

    List<JsonObject> clients = tracked.json().findings("http client");
    assertThat(clients).isNotEmpty().allMatch(client -> client.get("leak").getAsBoolean());
    assertThat(clients.stream().mapToInt(client -> client.get("count").getAsInt()).sum())
        .isEqualTo(25);
    String fix =
        jdk.major() < 21
            ? "use one http client for all calls, since none can be closed"
            : "call close() on the HttpClient that HttpClientBuilderImpl.build returned to ";
    assertThat(clients).allMatch(client -> client.get("fix").getAsString().startsWith(fix));
  }

  @EveryJdk
  void threadsThatNobodyEndsGetALine(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);

    JvmResult result = run(tracked, jdk, "ThreadsForGood", "leak");

    assertThat(result.err())
        .contains(
            "\nthreads: 12 of ThreadsForGood.Watcher.watch were still running outside any executor: ");
  }

  /** A worker thread of the JDK also refers to the resource, by a path of the same length. */
  @Variant
  @EveryJdk
  void whatAThreadWaitsForIsKeptByThatThread(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("text=short").option("holders=true");

    JvmResult result = run(tracked, jdk, "WatchOfEachReload", "leak");

    assertThat(result.err())
        .contains("kept     by {thread \"watch\"} -> lambda in WatchOfEachReload captures ");
  }

  @EveryJdk
  void aProcessAndItsPipesAreOneFinding(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("text=short");

    JvmResult result = run(tracked, jdk, "ForgottenProcesses", "leak");

    assertThat(result.err())
        .contains("\nnot leaks: 4 left open (allowed by rule) with 12 parts, 1 infrastructure");
    List<JsonObject> processes = tracked.json().findings("process");
    assertThat(processes).singleElement().matches(one -> one.get("count").getAsInt() == 4);
    assertThat(tracked.json().findings("process stream"))
        .hasSize(3)
        .extracting(stream -> stream.get("partOf"))
        .containsOnly(processes.get(0).get("fingerprint"));
  }

  /** A constructor of the JDK throws, so no caller receives the object that holds the inflater. */
  @Variant
  @OneJdk
  void whatAConstructorLeftThatThrewIsNotTheCallers(Jdk jdk) throws Exception {
    assumeThat(jdk.major()).isEqualTo(17);
    TrackedRun tracked = TrackedRun.in(folder).option("fail-on=own");

    run(tracked, jdk, "CutArchives", "mended");

    assertThat(tracked.json().findings("inflater"))
        .singleElement()
        .satisfies(
            inflater -> {
              assertThat(inflater.get("leak").getAsBoolean()).isTrue();
              assertThat(inflater.get("whose").getAsString()).isEqualTo("jdk");
              assertThat(JsonReport.texts(inflater, "why"))
                  .contains(
                      "the constructor of GZIPInputStream, inside the JDK, opened it and then"
                          + " threw: there is no object to close");
              assertThat(inflater.get("fix").getAsString())
                  .isEqualTo(
                      "your code cannot close it: the constructor of GZIPInputStream must close it before it throws; report this to its maintainers");
            });
  }

  /**
   * The result is the same whether the query opened the file or the stream did when it was read.
   */
  @EveryJdk
  void theStreamOfAQueryIsWhatTheAdviceNames(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);

    run(tracked, jdk, "StreamsCutShort", "leak");

    assertThat(tracked.json().findings("file channel"))
        .extracting(channel -> channel.get("fix").getAsString().replaceAll("[0-9]+", "N"))
        .satisfiesExactlyInAnyOrder(
            fix ->
                assertThat(fix)
                    .startsWith(
                        "call close() on the Stream that Table.query returned to"
                            + " StreamsCutShort.first(StreamsCutShort.java:N), or open it in a"
                            + " try-with-resources statement"),
            fix ->
                assertThat(fix)
                    .startsWith(
                        "call close() on the Stream whose collect"
                            + " StreamsCutShort.top(StreamsCutShort.java:N) calls, or open it in a"
                            + " try-with-resources statement"));
  }

  private List<JsonObject> findings(CaseProgram program, Jdk jdk, String variant) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);
    program.run(tracked, jdk, variant, folder);
    return tracked.json().findings();
  }

  /** Runs a program; its temporary files are deleted when the test ends. */
  private JvmResult run(TrackedRun tracked, Jdk jdk, String name, String variant) throws Exception {
    return new CaseProgram(name).run(tracked, jdk, variant, folder);
  }
}
