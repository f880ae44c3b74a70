package io.ttalloc.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A stack trace, a review or a search names a class without its package. */
@Tag("gate")
class ClassNamesTest {

  @Test
  void noTwoFilesHaveOneName() {
    Map<String, List<Path>> files =
        Module.all().stream()
            .flatMap(module -> Stream.of("main", "test").map(module::sources))
            .flatMap(ClassNamesTest::javaFiles)
            .collect(
                Collectors.groupingBy(
                    file -> file.getFileName().toString(), TreeMap::new, Collectors.toList()));
    assertThat(files).containsKey("ClassNamesTest.java");
    files.remove("package-info.java");
    assertThat(files.values()).allSatisfy(same -> assertThat(same).hasSize(1));
  }

  private static Stream<Path> javaFiles(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Stream.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the sources in " + folder, e);
    }
  }
}
