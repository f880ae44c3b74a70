package io.ttalloc.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.it.packs.Pack;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Tests that every member that a pack names exists in the library, unless the pack says that the
 * member may be missing.
 */
class LibraryRulesIT {
  static final List<Pack> PACKS = LibraryPacks.chosen();

  @ParameterizedTest
  @FieldSource("PACKS")
  void thePackFitsTheClassesThatItNames(Pack pack) throws Exception {
    Jdk newest = Jdks.all().get(Jdks.all().size() - 1);
    String classPath =
        LibraryClassPath.entries(newest).stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    String rules = Repository.root().resolve("rules/" + pack.name() + ".yaml").toString();

    JvmResult result =
        TestJvm.on(Jdks.ofThisBuild())
            .monitor("rules", "check", rules, "--classpath", classPath)
            .run();

    assertThat(result.err()).isEmpty();
    assertThat(result.expectSuccess().out()).contains("    open ", "    close ");
  }

  @Test
  void everyPackThatShipsHasItsProgramsHereOrWithTheJdk() {
    assertThat(Repository.packs())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    LibraryPacks.ALL.stream().map(Pack::name),
                    Stream.of(
                        "jdk-files",
                        "jdk-image",
                        "jdk-memory",
                        "jdk-net",
                        "jdk-threads",
                        "tt-runtime"))
                .toList());
  }
}
