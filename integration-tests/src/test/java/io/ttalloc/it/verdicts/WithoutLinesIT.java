package io.ttalloc.it.verdicts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests programs whose stacks contain less than usual: they have no line numbers, are truncated, or
 * are missing.
 */
@Variant
class WithoutLinesIT {
  private static final String RULES =
      """
        - class: Handler$Resource
          type: resource
          open: [<init>]
          close: [close]
      """;

  private static final String HANDLER =
      """
      import java.util.*;

      class Handler {
        static class Resource implements AutoCloseable {
          @Override public void close() {}
        }

        static Resource make() {
          return new Resource();
        }

        static void listed() {
          List<Resource> all = new ArrayList<>();
          try {
            all.add(make());
            all.add(make());
            single();
          } finally {
            for (Resource each : all) each.close();
          }
        }

        static void single() {
          try (Resource one = make()) {
            System.exit(0);
          }
        }

        public static void main(String[] args) {
          listed();
        }
      }
      """;

  @TempDir private Path folder;

  private TrackedRun tracked(String holders) throws IOException {
    return TrackedRun.in(folder).rules(RULES).option("holders=" + holders);
  }

  private Path compiled(String debug) throws IOException {
    Path source = Files.writeString(folder.resolve("Handler.java"), HANDLER);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(
                    null,
                    null,
                    null,
                    debug,
                    "--release",
                    "17",
                    "-d",
                    folder.toString(),
                    source.toString()))
        .isZero();
    return folder;
  }

  @OneJdk
  void whatACleanupOfTheMethodMayCloseIsInUseAsAGuessIfItsLineIsUnknown(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked("true");
    tracked.ledgers().keepAll();

    tracked.on(jdk).classPath(compiled("-g:none")).main("Handler").run().expectSuccess();

    assertThat(StandingThreadsIT.judged(tracked.json())).containsExactly("IN_USE MEDIUM");
    assertThat(Analysis.of(tracked.ledgers().read(), AnalysisOptions.defaults()).findings())
        .as("without the heap")
        .extracting(finding -> finding.verdict() + " " + finding.confidence())
        .containsOnly("IN_USE MEDIUM");
  }

  @OneJdk
  void withoutTheHeapNothingIsCertainOfStacksThatTheJvmCuts(Jdk jdk) throws Exception {
    Path classes = compiled("-g");
    for (String flag : List.of("-XX:-StackTraceInThrowable", "-XX:MaxJavaStackTraceDepth=2")) {
      TrackedRun tracked = tracked("false");

      JvmResult ended = tracked.on(jdk).jvmFlags(flag).classPath(classes).main("Handler").run();

      ended.expectSuccess();
      assertThat(ended.err())
          .containsOnlyOnce("the stack trace of each event is resolved separately");
      assertThat(StandingThreadsIT.judged(tracked.json()))
          .allSatisfy(each -> assertThat(each).endsWith(" MEDIUM"))
          .isNotEmpty();
      assertThat(tracked.json().confidenceReasons())
          .contains(
              "the JVM truncates stacks: some openings have none, or lack their outermost"
                  + " calls");
    }
  }
}
