package io.ttalloc.it.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.packs.ways.StreamWays;
import io.ttalloc.it.packs.ways.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the checked-in paper matches the current packs and ways. */
class PacksPaperTest {
  private static final List<Integer> RELEASES = List.of(17, 25);

  /** The packs find everything that they promise; the test fails if the paper says otherwise. */
  @Test
  void everyWayHasItsRowOnBothJdks() throws IOException {
    StringBuilder expected = new StringBuilder(PacksPaper.HEAD);
    for (int release : RELEASES) {
      List<WayScore> scores = new ArrayList<>();
      for (Pack pack : Packs.ALL) {
        pack.ways(release).forEach(way -> scores.add(promised(pack, way, release)));
      }
      expected.append('\n').append(PacksPaper.section(release, scores));
    }
    assertThat(Files.readString(PacksPaper.file())).isEqualTo(expected.toString());
  }

  @Test
  void aRowSaysWhatWasFound() {
    WayScore score = new WayScore("some", new StreamWays().all().get(0), 6, 4, 1);

    assertThat(score.row())
        .isEqualTo("| some | new FileInputStream(File) | file | 6 | 4 | 2 | 1 |");
    assertThat(score.isRight()).isFalse();
  }

  private static WayScore promised(Pack pack, Way way, int release) {
    int runs = OpensInEveryWay.End.leavingOpen(way, release).size();
    long opened = (long) runs * OpensInEveryWay.TIMES * way.resources();
    return new WayScore(pack.name(), way, opened, WayScore.promised(way, opened), 0);
  }
}
