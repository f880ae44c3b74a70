package io.ttalloc.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.testing.Reliability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures what each kind of evidence contributes. To run only some programs, give the beginning of
 * a name, for example {@code -Dttalloc.corpus=locals/} or {@code cases/}.
 */
class AblationIT {
  @TempDir private Path folder;

  /** Without the heap, leaks may be missed, but there are no additional false alarms. */
  @Test
  @Reliability
  void allEvidenceIsEnough() throws Exception {
    String filter = System.getProperty(CorpusIT.FILTER, "");
    List<Jdk> jdks = List.of(Jdks.ofThisBuild());
    List<AblationRun> runs =
        new ArrayList<>(
            Corpus.run(
                (program, jdk) -> AblationRun.of(folder, program, jdk),
                CorpusProgram.all().stream().filter(p -> p.toString().startsWith(filter)).toList(),
                jdks));
    runs.addAll(
        Corpus.run(
            (program, jdk) -> AblationRun.of(folder, program, jdk),
            AblationRun.Case.all().stream().filter(p -> p.toString().startsWith(filter)).toList(),
            jdks));

    if (filter.isEmpty()) {
      AblationPaper.write(runs);
    } else {
      System.out.println(AblationPaper.of(runs));
    }
    assertThat(runs)
        .isNotEmpty()
        .allMatch(run -> run.scores().get(Evidence.ALL).isRight())
        .allMatch(run -> run.scores().get(Evidence.WITHOUT_HEAP).falseAlarms() == 0);
  }
}
