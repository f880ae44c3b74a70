package io.ttalloc.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the agent with every program of the corpus. To run only some of them, give the beginning of
 * a name, for example {@code -Dttalloc.corpus=listeners/}.
 */
@Variant
class CorpusIT {
  static final String FILTER = "ttalloc.corpus";

  /** The minimum share of leaked resources that must be found even without the heap. */
  private static final double RECALL_WITHOUT_HEAP = 0.97;

  /**
   * The maximum number of clean programs that may be reported as leaking on one JDK without the
   * heap.
   */
  private static final int ACCUSED_WITHOUT_HEAP = 0;

  @TempDir private Path folder;

  static List<CorpusProgram> oneOfEachKind() {
    Set<String> kinds = new HashSet<>();
    return CorpusProgram.all().stream().filter(p -> !p.isClean() && kinds.add(p.kind())).toList();
  }

  /** Only the long build runs the whole corpus on every JDK. */
  @ParameterizedTest
  @MethodSource("oneOfEachKind")
  @Execution(ExecutionMode.CONCURRENT)
  void oneProgramOfEachKindIsJudgedByItsTruth(CorpusProgram program) throws Exception {
    CorpusRun run = CorpusRun.of(folder, program, Jdks.ofThisBuild());

    assertThat(run.withHeap().isRight()).as(run.toString()).isTrue();
  }

  @Test
  void theKindsAreFound() {
    assertThat(oneOfEachKind()).hasSizeGreaterThan(10);
  }

  @Test
  @Reliability
  void everyProgramIsJudgedByItsTruth() throws Exception {
    String filter = System.getProperty(FILTER, "");
    List<CorpusProgram> programs =
        CorpusProgram.all().stream().filter(p -> p.toString().startsWith(filter)).toList();

    List<CorpusRun> runs =
        Corpus.run((program, jdk) -> CorpusRun.of(folder, program, jdk), programs, Jdks.all());

    if (filter.isEmpty()) {
      TruthPaper.write(runs);
    } else {
      runs.forEach(System.out::println);
    }
    assertThat(runs).isNotEmpty().allMatch(run -> run.withHeap().isRight());
    for (Jdk jdk : Jdks.all()) {
      assertGoodWithoutHeap(runs.stream().filter(run -> run.jdk().equals(jdk)).toList());
    }
  }

  private static void assertGoodWithoutHeap(List<CorpusRun> runs) {
    long leaked = runs.stream().mapToLong(run -> run.withoutHeap().leaked()).sum();
    long found = runs.stream().mapToLong(run -> run.withoutHeap().found()).sum();
    assertThat((double) found).isGreaterThanOrEqualTo(RECALL_WITHOUT_HEAP * leaked);
    List<CorpusRun> wrong =
        runs.stream().filter(run -> !run.withoutHeap().isRight()).collect(Collectors.toList());
    assertThat(wrong).noneMatch(run -> run.withoutHeap().sure());
    wrong.removeIf(run -> !run.program().isClean());
    assertThat(wrong).hasSizeLessThanOrEqualTo(ACCUSED_WITHOUT_HEAP);
  }
}
