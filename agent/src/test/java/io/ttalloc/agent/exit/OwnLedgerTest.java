package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.exit.OwnLedger.Fate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnLedgerTest {
  @TempDir private Path dir;
  private Path file;
  private OwnLedger ledger;

  @BeforeEach
  void make() throws IOException {
    file = Files.writeString(dir.resolve("a.ledger"), "content");
    ledger = OwnLedger.at(file);
  }

  private void assertReported(Fate fate, String said) {
    assertThat(ledger.fate()).isEqualTo(fate);
    assertThat(ledger.description()).isEqualTo(said);
  }

  @Test
  void oneThatIsThereIsKeptWhateverWasWrittenIntoIt() throws IOException {
    Files.writeString(file, "more content");
    assertReported(Fate.THERE, "the ledger is kept: " + file);
  }

  @Test
  void oneThatWasRemovedOrMovedAwayIsNotSaidToBeKept() throws IOException {
    Files.move(file, dir.resolve("b.ledger"));
    assertReported(Fate.REMOVED, "the ledger " + file + " was removed");
  }

  @Test
  void anotherFileOfTheSameContentIsNotTheLedger() throws IOException {
    Path copy = Files.copy(file, dir.resolve("copy"));
    Files.delete(file);
    Files.move(copy, file);
    assertReported(Fate.REPLACED, "the ledger " + file + " was replaced by another file");
  }

  @Test
  void aLinkToTheLedgerIsNotTheLedger() throws IOException {
    Path moved = Files.move(file, dir.resolve("b.ledger"));
    Files.createSymbolicLink(file, moved);
    assertReported(Fate.REPLACED, "the ledger " + file + " was replaced by another file");
  }

  @Test
  void whereNobodyMayLookNothingIsClaimed() throws IOException {
    // The folder becomes a link to itself, so that nothing in it can be examined.
    Path folder = Files.createDirectory(dir.resolve("folder"));
    file = Files.createFile(folder.resolve("a.ledger"));
    ledger = OwnLedger.at(file);
    Files.delete(file);
    Files.delete(folder);
    Files.createSymbolicLink(folder, folder);
    assertReported(Fate.UNKNOWN, "it is unknown whether the ledger " + file + " is still there");
  }
}
