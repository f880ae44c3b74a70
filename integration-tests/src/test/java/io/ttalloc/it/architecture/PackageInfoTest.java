package io.ttalloc.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks that every package has a description in a package-info file. Reads source files, because a
 * package-info without annotations has no class file.
 */
@Tag("gate")
class PackageInfoTest {

  @Test
  void everyPackageSaysWhatItIsForAndIsNullMarked() throws IOException {
    List<Path> packages = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (Module module : Module.all()) {
      for (String sourceSet : List.of("main", "test")) {
        for (Path folder : module.packageFolders(sourceSet)) {
          packages.add(folder);
          // A test is in the package of the class that it tests, so one description serves both.
          problemOf(module, sourceSet, folder).ifPresent(problems::add);
        }
      }
    }
    assertThat(packages).contains(Path.of("io/ttalloc/it/architecture"));
    assertThat(problems).isEmpty();
  }

  private static Optional<String> problemOf(Module module, String sourceSet, Path folder)
      throws IOException {
    List<Path> candidates =
        Stream.of("main", sourceSet)
            .distinct()
            .map(set -> module.sources(set).resolve(folder).resolve("package-info.java"))
            .filter(Files::isRegularFile)
            .toList();
    String where = module.sources(sourceSet).resolve(folder).toString();
    if (candidates.size() != 1) {
      return Optional.of(
          where + " has %d package-info.java, expected one".formatted(candidates.size()));
    }
    String text = Files.readString(candidates.get(0));
    if (!text.startsWith("/**")) {
      return Optional.of(where + " does not say what the package is for");
    }
    if (!text.contains("\n@NullMarked\npackage ")) {
      return Optional.of(where + " is not @NullMarked");
    }
    return Optional.empty();
  }
}
