package io.ttalloc.ledger.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerFilesTest {
  @TempDir Path dir;

  @Test
  void namesCarryPidStartAndARandomPart() {
    LedgerFiles files = LedgerFiles.fresh(dir, 42, 1700000000000L);
    assertThat(files.ledger().getFileName().toString())
        .matches("42-1700000000000-[0-9a-f]{8}\\.ledger");
    assertThat(files).isEqualTo(LedgerFiles.beside(files.ledger()));
    assertThat(files.pid()).hasValue(42);
    assertThat(LedgerFiles.fresh(dir, 42, 1700000000000L)).isNotEqualTo(files);
  }

  @Test
  void aRenamedLedgerHasNeighboursButNoPid() {
    LedgerFiles files = LedgerFiles.beside(dir.resolve("crash.ledger"));
    assertThat(files.lock()).isEqualTo(dir.resolve("crash.lock"));
    assertThat(files.marks()).isEqualTo(dir.resolve("crash.marks"));
    assertThat(files.pid()).isEmpty();
    assertThat(LedgerFiles.beside(dir.resolve("crash")).lock())
        .isEqualTo(dir.resolve("crash.lock"));
  }

  @Test
  void listsOnlyRegularFilesWithOurNames() throws IOException {
    Path two = Files.createFile(dir.resolve("2-10-0000000b.ledger"));
    Path one = Files.createFile(dir.resolve("1-10-0000000a.ledger"));
    Files.createFile(dir.resolve("1-10-0000000a.lock"));
    Files.createFile(dir.resolve("notes.ledger"));
    Files.createFile(dir.resolve("1-10-0000000A.ledger"));
    Files.createFile(dir.resolve("99999999999999999999-10-0000000a.ledger"));
    Files.createDirectory(dir.resolve("3-10-0000000c.ledger"));
    Files.createSymbolicLink(dir.resolve("4-10-0000000d.ledger"), one);
    assertThat(LedgerFiles.list(dir)).extracting(LedgerFiles::ledger).containsExactly(one, two);
    assertThat(LedgerFiles.list(dir.resolve("missing"))).isEmpty();
  }

  @Test
  void listsLocksThatHaveLostTheirLedger() throws IOException {
    Files.createFile(dir.resolve("1-10-0000000a.lock"));
    Files.createFile(dir.resolve("1-10-0000000a.ledger"));
    Path lost = Files.createFile(dir.resolve("2-10-0000000b.lock"));
    Files.createFile(dir.resolve("other.lock"));
    assertThat(LedgerFiles.listWithoutLedger(dir))
        .extracting(LedgerFiles::lock)
        .containsExactly(lost);
    assertThat(LedgerFiles.listWithoutLedger(dir.resolve("missing"))).isEmpty();
  }
}
