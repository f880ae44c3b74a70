package io.ttalloc.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests all packs with programs modeled on public bug reports. Every leak is found at the program's
 * own line, and the fixed variants are clean, except for resources that a library leaves open
 * internally.
 */
class CasesIT {
  /** The call that the advice must name for the leak on the next line. */
  private static final Pattern FIX = Pattern.compile("// FIX (.*)");

  /** For each JDK, a run of the leaking variant of all programs, which most tests inspect. */
  private static final Map<Jdk, Leaking> LEAKING = new HashMap<>();

  @TempDir private static Path folderOfLeaking;

  @TempDir private Path folder;

  private record Leaking(String err, JsonReport json) {
    List<JsonObject> findings(String program, String type) throws IOException {
      return new CaseProgram(program).own(json.findings(type));
    }
  }

  private static synchronized Leaking leaking(Jdk jdk) throws Exception {
    Leaking known = LEAKING.get(jdk);
    if (known == null) {
      TrackedRun tracked = TrackedRun.in(folderOfLeaking);
      List<String> programs = CaseProgram.allAs("leak");
      JvmResult result = CaseProgram.runInTurn(tracked, jdk, programs, folderOfLeaking);
      known = new Leaking(result.err(), tracked.json());
      LEAKING.put(jdk, known);
    }
    return known;
  }

  @Variant
  @EveryJdk
  void whatLeaksIsFoundWholeAtItsOwnLine(Jdk jdk) throws Exception {
    List<JsonObject> findings = leaking(jdk).json().findings();

    Map<String, Map<String, String>> truth = new TreeMap<>();
    for (CaseProgram program : CaseProgram.all()) {
      truth.put(program.name(), program.truth(jdk));
      for (JsonObject finding : program.own(findings)) {
        Matcher fix = finding.get("leak").getAsBoolean() ? fixOf(finding, program) : null;
        if (fix != null) {
          assertThat(finding.get("fix").getAsString()).startsWith("call " + fix.group(1));
        }
      }
    }
    truth.values().removeIf(Map::isEmpty);
    assertThat(foundByProgram(findings, leak -> true)).isEqualTo(truth);
  }

  /** The leaks and warnings of each program; all others are under the key {@code others}. */
  private static Map<String, Map<String, String>> foundByProgram(
      List<JsonObject> findings, Predicate<JsonObject> asked) throws IOException {
    Map<String, Map<String, String>> found = new TreeMap<>();
    List<JsonObject> others = new ArrayList<>(findings);
    for (CaseProgram program : CaseProgram.all()) {
      List<JsonObject> own = program.own(findings);
      found.put(program.name(), program.found(own, asked));
      others.removeAll(own);
    }
    found.put("others", new CaseProgram("none").found(others, asked));
    found.values().removeIf(Map::isEmpty);
    return found;
  }

  /** The fix that the source states for a finding, or null. */
  private static @Nullable Matcher fixOf(JsonObject finding, CaseProgram program)
      throws IOException {
    int line = Integer.parseInt(program.ownLine(finding));
    Matcher fix = FIX.matcher(program.lines().get(line - 2));
    return fix.find() ? fix : null;
  }

  @Variant
  @OneJdk
  void theMendedVariantsHaveNothingToMend(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);
    CaseProgram.runInTurn(tracked, jdk, CaseProgram.allAs("mended"), folder);

    assertThat(foundByProgram(tracked.json().findings(), CaseProgram::isOfProgram)).isEmpty();
  }

  /** Nothing shows that a library's constructor threw, so the advice is to close the object. */
  @EveryJdk
  void whatConstructorsOpenedThatThrewIsOfThoseWhoCalledThem(Jdk jdk) throws Exception {
    List<JsonObject> leaks =
        leaking(jdk).findings("BrokenHeaders", "file").stream()
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

    run(tracked, jdk, "ClientOfEachCall=drop");

    List<JsonObject> clients = tracked.json().findings("http client");
    assertThat(clients).isNotEmpty().allMatch(client -> client.get("leak").getAsBoolean());
    assertThat(clients.stream().mapToInt(client -> client.get("count").getAsInt()).sum())
        .isEqualTo(25);
    String fix =
        jdk.major() < 21
            ? "share one http client among all calls, since it cannot be closed"
            : "call close() on the HttpClient that HttpClientBuilderImpl.build returned to ";
    assertThat(clients).allMatch(client -> client.get("fix").getAsString().startsWith(fix));
  }

  @EveryJdk
  void threadsThatNobodyEndsGetALine(Jdk jdk) throws Exception {
    assertThat(leaking(jdk).err())
        .contains(
            "\nthreads: 12 were still running ThreadsForGood.Watcher.watch outside any executor, so"
                + " only the program can end them");
  }

  /**
   * A worker thread of the JDK also refers to the watch service, through a path of the same length.
   * The pipes of a process do not count as findings of their own.
   */
  @EveryJdk
  void whatAThreadWaitsForIsKeptByItAndAProcessIsOneFindingWithItsPipes(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("text=short").option("holders=true");

    JvmResult result = run(tracked, jdk, "WatchOfEachReload=leak", "ForgottenProcesses=leak");

    assertThat(result.err())
        .contains("kept     by {thread \"watch\"} -> lambda in WatchOfEachReload captures ")
        .contains("\nnot leaks: 4 left open (allowed by rule) with 12 parts, 1 infrastructure");
    List<JsonObject> processes = tracked.json().findings("process");
    assertThat(processes).singleElement().matches(one -> one.get("count").getAsInt() == 4);
    assertThat(tracked.json().findings("process stream"))
        .hasSize(3)
        .extracting(stream -> stream.get("partOf"))
        .containsOnly(processes.get(0).get("fingerprint"));
  }

  /**
   * No program can close what the JDK leaves open internally, so with {@code fail-on=own} such a
   * leak does not fail a build. A constructor of the JDK throws, so no caller receives the object
   * that holds the inflater.
   */
  @Variant
  @OneJdk
  void whatTheJdkLeavesOpenForItselfIsItsOwn(Jdk jdk) throws Exception {
    assumeThat(jdk.major()).isEqualTo(17);
    TrackedRun tracked = TrackedRun.in(folder).option("fail-on=own");

    run(tracked, jdk, "LastModifiedOfJar=leak", "CutArchives=mended");

    assertThat(tracked.json().findings("file"))
        .filteredOn(file -> file.get("leak").getAsBoolean())
        .singleElement()
        .satisfies(
            file -> {
              assertThat(file.get("whose").getAsString()).isEqualTo("jdk");
              assertThat(file.get("fix").getAsString()).startsWith("your code cannot close it");
            });
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
                      "your code cannot close it: the constructor of GZIPInputStream must close it before throwing; report this to the maintainers of GZIPInputStream");
            });
  }

  /**
   * The advice names the stream, whether the file was opened by the query or only when the stream
   * was read.
   */
  @EveryJdk
  void theStreamOfAQueryIsWhatTheAdviceNames(Jdk jdk) throws Exception {
    assertThat(leaking(jdk).findings("StreamsCutShort", "file channel"))
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
                        "call close() on the Stream whose collect()"
                            + " StreamsCutShort.top(StreamsCutShort.java:N) calls, or open it in a"
                            + " try-with-resources statement"));
  }

  /** Runs variants of programs; their temporary files are deleted when the test ends. */
  private JvmResult run(TrackedRun tracked, Jdk jdk, String... variants) throws Exception {
    return CaseProgram.runInTurn(tracked, jdk, List.of(variants), folder);
  }
}
