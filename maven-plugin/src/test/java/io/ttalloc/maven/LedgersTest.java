package io.ttalloc.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgersTest {
  @TempDir private Path folder;

  @Test
  void preparingRemovesWhatEarlierBuildsLeft() throws IOException {
    Path ledgers = folder.resolve("target/tt-alloc");
    Ledgers.prepare(ledgers, Instant.now());
    leaveFiles(ledgers);

    Ledgers.prepare(ledgers, Instant.now().plusSeconds(1));

    assertThat(Ledgers.count(ledgers)).isZero();
    assertThat(ledgers.toFile().list()).containsExactlyInAnyOrder("keep-all", "woven-1.classes");
  }

  @Test
  void preparingAgainInOneBuildKeepsWhatItsTestsLeft() throws IOException {
    Path ledgers = folder.resolve("target/tt-alloc");
    Instant buildStarted = Instant.now().minusSeconds(1);
    Ledgers.prepare(ledgers, buildStarted);
    leaveFiles(ledgers);

    Ledgers.prepare(ledgers, buildStarted);

    assertThat(Ledgers.count(ledgers)).isEqualTo(1);
    assertThat(ledgers.toFile().list()).hasSize(7);
  }

  private static void leaveFiles(Path ledgers) throws IOException {
    for (String name :
        List.of("1.ledger", "1.marks", "1.lock", "1.heap", "1.txt", "woven-1.classes")) {
      Files.createFile(ledgers.resolve(name));
    }
  }
}
