package io.ttalloc.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.packs.OpensInEveryWay;
import io.ttalloc.it.packs.Pack;
import io.ttalloc.it.packs.WayScore;
import io.ttalloc.it.packs.ways.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the checked-in paper matches the current packs and ways. */
class LibraryPaperTest {
  private static final int NEWEST = 25;

  @Test
  void everyWayHasItsRow() throws IOException {
    List<WayScore> scores = new ArrayList<>();
    for (Pack pack : LibraryPacks.ALL) {
      pack.ways(NEWEST).forEach(way -> scores.add(promised(pack, way)));
    }
    assertThat(Files.readString(LibraryPaper.file())).contains(LibraryPaper.section(scores));
  }

  @Test
  void onlyThePartBelowItsTitleIsReplaced() {
    String paper = "# A\n\ntext\n\n## One\n\nold\n\n## Two\n\nkept\n";

    assertThat(LibraryPaper.replaced(paper, "## One", "## One\n\nnew\n"))
        .isEqualTo("# A\n\ntext\n\n## One\n\nnew\n\n## Two\n\nkept\n");
    assertThat(LibraryPaper.replaced(paper, "## Two", "## Two\n\nnew\n"))
        .isEqualTo("# A\n\ntext\n\n## One\n\nold\n\n## Two\n\nnew\n");
  }

  private static WayScore promised(Pack pack, Way way) {
    long opened = 2L * OpensInEveryWay.TIMES * way.resources();
    return new WayScore(pack.name(), way, opened, WayScore.promised(way, opened), 0);
  }
}
