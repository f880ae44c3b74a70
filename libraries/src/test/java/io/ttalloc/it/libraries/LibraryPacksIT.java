package io.ttalloc.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.packs.Pack;
import io.ttalloc.it.packs.PackRuns;
import io.ttalloc.it.packs.WayScore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Opens resources of libraries in every known way, and both leaves them open and closes them, with
 * each choice of packs and on every JDK.
 */
class LibraryPacksIT {
  private static final Map<String, List<WayScore>> SCORES = new ConcurrentHashMap<>();

  static final List<Pack> PACKS = LibraryPacks.chosen();

  @TempDir private Path folder;

  @ParameterizedTest
  @FieldSource("PACKS")
  void everyWayIsJudgedAsThePackPromises(Pack pack) throws Exception {
    List<WayScore> scores = List.of();
    for (Jdk jdk : Jdks.all()) {
      scores = PackRuns.scoresOfBoth(pack, jdk, folder, LibraryClassPath.entries(jdk));
      assertThat(scores).as("%s on %s", pack.name(), jdk).allMatch(WayScore::isRight);
    }
    SCORES.put(pack.name(), scores); // of the newest JDK, which has all ways that the others have
  }

  /**
   * Writes docs/measurements/library-packs.md only if all packs were tested, because the file
   * states that they were.
   */
  @AfterAll
  static void writesThePaper() throws IOException {
    if (SCORES.size() == LibraryPacks.ALL.size()) {
      LibraryPaper.write(
          LibraryPacks.ALL.stream().flatMap(pack -> SCORES.get(pack.name()).stream()).toList());
    }
  }
}
