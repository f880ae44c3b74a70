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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Uses every way to open a resource, and leaves the resources open or closes them. */
@Variant
class PacksIT {
  @TempDir private Path folder;

  /** The paper's test covers the other choice of packs and the other JDKs. */
  @ParameterizedTest
  @MethodSource("packs")
  void everyWayIsJudgedAsThePackPromises(Pack pack) throws Exception {
    boolean byName = Packs.ALL.indexOf(pack) % 2 == 0;
    PackRuns.Choice choice = byName ? PackRuns.Choice.BY_NAME : PackRuns.Choice.AUTO;

    assertThat(PackRuns.scores(pack, choice, Jdks.ofThisBuild(), folder, List.of()))
        .as(choice.toString())
        .allMatch(WayScore::isRight);
  }

  static List<Pack> packs() {
    return Packs.ALL;
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
