package io.ttalloc.it.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Uses every way to open a resource, and leaves the resources open or closes them. */
@Variant
class PacksIT {
  @TempDir private Path folder;

  /**
   * Tests each pack with one choice of packs on one JDK. {@link #thePaperTellsWhatIsFound} covers
   * both choices and all JDKs.
   */
  @ParameterizedTest
  @MethodSource("packs")
  void everyWayIsJudgedAsThePackPromises(Pack pack, PackRuns.Choice choice) throws Exception {
    assertThat(PackRuns.scores(pack, choice, Jdks.ofThisBuild(), folder, List.of()))
        .allMatch(WayScore::isRight);
  }

  static Stream<Arguments> packs() {
    return Stream.of(
        Arguments.of(Packs.together("jdk-files", "jdk-threads"), PackRuns.Choice.BY_NAME),
        Arguments.of(Packs.byName("jdk-net"), PackRuns.Choice.AUTO),
        Arguments.of(Packs.byName("jdk-memory"), PackRuns.Choice.AUTO));
  }

  @Test
  @Reliability
  void thePaperTellsWhatIsFound() throws Exception {
    TreeMap<Integer, List<WayScore>> scores = new TreeMap<>();
    for (Jdk jdk : Jdks.all()) {
      scores.put(jdk.major(), scores(jdk));
    }
    assertThat(scores.values()).allSatisfy(some -> assertThat(some).allMatch(WayScore::isRight));
    PacksPaper.write(scores); // never write the results of a failed run
  }

  private List<WayScore> scores(Jdk jdk) throws Exception {
    List<WayScore> scores = new ArrayList<>();
    for (Pack pack : Packs.ALL) {
      scores.addAll(PackRuns.scoresOfBoth(pack, jdk, folder, List.of()));
    }
    return scores;
  }
}
