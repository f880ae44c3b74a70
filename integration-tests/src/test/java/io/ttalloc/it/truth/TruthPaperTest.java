package io.ttalloc.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that the checked-in paper matches the current corpus. */
class TruthPaperTest {
  @Test
  void everyKindHasItsRowOnBothJdks() throws IOException {
    var byKind =
        CorpusProgram.all().stream()
            .collect(Collectors.groupingBy(CorpusProgram::kind, TreeMap::new, Collectors.toList()));
    byKind.put("all", CorpusProgram.all());
    List<String> paper = Files.readAllLines(TruthPaper.file());

    byKind.forEach(
        (kind, programs) ->
            assertThat(paper)
                .as(kind)
                .filteredOn(line -> line.startsWith(beginning(kind, programs)))
                .hasSize(2));
    assertThat(paper).contains("## JDK 17", "## JDK 25");
  }

  /** The part of a row that is known before any program runs. */
  private static String beginning(String kind, List<CorpusProgram> programs) {
    long leaking = programs.stream().filter(program -> !program.isClean()).count();
    long leaked =
        programs.stream()
            .flatMap(program -> List.of(program.truth().leaks()).stream())
            .mapToLong(leak -> leak.count())
            .sum();
    return String.format(
        Locale.ROOT, "| %s | %,d | %,d | %,d | ", kind, programs.size(), leaking, leaked);
  }
}
