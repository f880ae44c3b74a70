package io.ttalloc.it.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.BuiltClasses;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests JVMs that record an ahead-of-time cache. The programs are in jars, because the cache does
 * not support folders.
 */
@Variant
class AotTrainingIT {
  private static final int WITH_RECORDS_OF_METHODS = 25;
  private static final int NO_JUDGEMENT = 24;
  private static final String PROGRAM = "trained.Program";

  @TempDir private static Path programs;
  private static Path program = Path.of("");

  @TempDir private Path folder;

  /**
   * Builds a program that gives the JVM time to reuse memory freed by collections. Otherwise a
   * dangling pointer would go unnoticed.
   */
  @BeforeAll
  static void build() throws IOException {
    BuiltClasses built = new BuiltClasses(programs);
    built.compile(
        "classes",
        "",
        "trained/Program.java",
        """
        package trained;
        public class Program {
          static final java.util.List<Object> KEPT = new java.util.ArrayList<>();
          static class Cup implements AutoCloseable {
            public void close() {}
          }
          public static void main(String[] args) throws Exception {
            KEPT.add(new java.io.FileInputStream(args[0]));
            KEPT.add(new Cup());
            for (int i = 0; i < 3; i++) {
              System.gc();
              Thread.sleep(200);
            }
            javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new java.io.ByteArrayInputStream("<a/>".getBytes()));
            java.net.http.HttpClient.newHttpClient();
            System.out.println(java.time.ZonedDateTime.now().getYear() > 0 ? "done" : "");
          }
        }
        """);
    built.pack("program.jar", null, "classes");
    program = built.at("program.jar");
  }

  private TestJvm recording(TrackedRun tracked, Jdk jdk, String... more) {
    assumeThat(jdk.major()).isGreaterThanOrEqualTo(WITH_RECORDS_OF_METHODS);
    return tracked
        .on(jdk)
        .jvmFlags("-XX:AOTMode=record", "-XX:AOTConfiguration=" + folder.resolve("conf"))
        .jvmFlags(more)
        .classPath(program)
        .main(PROGRAM, program.toString());
  }

  @Reliability
  @EveryJdk
  void endsAsWithoutTheAgent(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdk-files");

    JvmResult result = recording(tracked, jdk).run().expectSuccess();

    assertThat(result.out()).contains("done");
    assertThat(result.err())
        .containsOnlyOnce("tt-alloc: -XX:AOTMode=record: ")
        .contains("tt-alloc: nothing was tracked: ")
        .contains("java.io.FileInputStream");
  }

  @EveryJdk
  void anOptionInAFileIsSeenAndDoesNotPassForARunWithoutLeaks(Jdk jdk) throws Exception {
    assumeThat(jdk.major()).isGreaterThanOrEqualTo(WITH_RECORDS_OF_METHODS);
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdk-files").option("fail-on=leak");
    Path flags =
        Files.writeString(folder.resolve("flags"), "AOTMode=record\nAOTConfiguration=conf\n");

    JvmResult result =
        tracked
            .on(jdk)
            .directory(folder)
            .jvmFlags("-XX:Flags=" + flags)
            .classPath(program)
            .main(PROGRAM, program.toString())
            .run()
            .expectStatus(NO_JUDGEMENT);

    assertThat(result.out()).contains("done");
    assertThat(result.err())
        .containsOnlyOnce("tt-alloc: -XX:AOTMode=record: ")
        .contains("nothing was tracked: ")
        .contains("java.io.FileInputStream")
        .contains("no judgement: ");
  }

  @EveryJdk
  void theApplicationsOwnClassesAreTracked(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(
                """
                  - class: trained.Program$Cup
                    type: cup
                    open: [<init>]
                    close: [close]
                """)
            .option("holders=true");

    JvmResult result = recording(tracked, jdk).run().expectSuccess();

    assertThat(tracked.json().findings("cup")).as(result.err()).hasSize(1);
    assertThat(result.err()).doesNotContain("AOT");
  }

  /**
   * The recording also needs the agent's flag: the JVM rejects a cache recorded without an agent.
   */
  @EveryJdk
  void aCacheThatWasRecordedWithTheFlagIsUsedWithTheAgent(Jdk jdk) throws Exception {
    assumeThat(jdk.major()).isGreaterThanOrEqualTo(WITH_RECORDS_OF_METHODS);
    Path cache = folder.resolve("program.aot");
    withCache(jdk, "-XX:AOTCacheOutput=" + cache)
        .withoutEnvironment("TT_ALLOC_TRACKING_ENABLED")
        .run()
        .expectSuccess();

    JvmResult result =
        withCache(jdk, "-XX:AOTMode=on", "-XX:AOTCache=" + cache).run().expectSuccess();

    assertThat(result.err()).contains("1 LEAK: 1 open (1 file), at Program.main");
  }

  private TestJvm withCache(Jdk jdk, String... flags) throws IOException {
    return TrackedRun.in(folder)
        .option("packs=jdk-files")
        .on(jdk)
        .jvmFlags(flags)
        .classPath(program)
        .main(PROGRAM, program.toString());
  }

  @Reliability
  @EveryJdk
  void withoutRecordsOfMethodsAllIsTracked(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdk-files");

    JvmResult result =
        recording(tracked, jdk, "-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining")
            .run()
            .expectSuccess();

    assertThat(result.err()).contains("1 LEAK: 1 open (1 file), at Program.main");
  }
}
