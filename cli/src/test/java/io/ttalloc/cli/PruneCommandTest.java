package io.ttalloc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.cli.arguments.OneLineErrors;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.files.Retention;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PruneCommandTest {
  private static final Instant NOW = Instant.parse("2023-11-14T12:00:00Z");

  @TempDir private Path parent;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path folder;

  @BeforeEach
  void createTheFolder() throws IOException {
    folder =
        Files.createDirectory(
            parent.resolve("ledgers"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private int prune(String... options) {
    List<String> all = new ArrayList<>(List.of("--dir", folder.toString()));
    all.addAll(List.of(options));
    return command().execute(all.toArray(String[]::new));
  }

  private CommandLine command() {
    LedgerLookup ledgers = new LedgerLookup(List.of(folder, parent.resolve("missing")));
    return new CommandLine(new PruneCommand(ledgers, InstantSource.fixed(NOW)))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .setParameterExceptionHandler(OneLineErrors::badArguments)
        .setExecutionExceptionHandler(OneLineErrors::failure);
  }

  /** Creates the ledger of a process that ran for a day and ended the given time ago. */
  private LedgerFiles ended(long pid, Duration ago) throws IOException {
    Instant started = NOW.minus(ago).minusSeconds(86_400);
    LedgerFiles files = SampleLedger.of(folder, pid, started, "app.Main").ended(86_400);
    Files.createFile(files.lock());
    Files.setLastModifiedTime(files.ledger(), FileTime.from(started));
    return files;
  }

  private static long bytes(LedgerFiles files) throws IOException {
    return Files.size(files.ledger());
  }

  @Test
  void deletesTheOldestOverTheNumberAndSaysSo() throws IOException {
    LedgerFiles young = ended(1, Duration.ofHours(1));
    LedgerFiles old = ended(2, Duration.ofHours(49));
    Files.writeString(old.marks(), "12345");
    long freed = bytes(old) + 5;

    assertThat(prune("--keep=1")).isZero();

    assertThat(out)
        .hasToString(
            String.format(
                Locale.ROOT,
                """
            deleted %s (ended 2 d 1 h ago, %,d B)
            tt-alloc: deleted 1 ledger, %,d B
            """,
                old.ledger(),
                freed,
                freed));
    assertThat(List.of(old.ledger(), old.marks(), old.lock())).noneMatch(Files::exists);
    assertThat(List.of(young.ledger(), young.lock())).allMatch(Files::exists);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aDryRunSaysTheSameAndDeletesNothing() throws IOException {
    LedgerFiles old = ended(2, Duration.ofMinutes(5));

    assertThat(prune("--keep=0", "--dry-run")).isZero();

    assertThat(out)
        .hasToString(
            String.format(
                Locale.ROOT,
                """
            would delete %s (ended 5 min 0 s ago, %,d B)
            tt-alloc: would delete 1 ledger, %,d B
            """,
                old.ledger(),
                bytes(old),
                bytes(old)));
    assertThat(List.of(old.ledger(), old.lock())).allMatch(Files::exists);
  }

  @Test
  void withoutALimitTheNewestTwentyStay() throws IOException {
    List<LedgerFiles> all = new ArrayList<>();
    for (int i = 1; i <= 22; i++) {
      all.add(ended(i, Duration.ofDays(i)));
    }

    long freed = bytes(all.get(20)) + bytes(all.get(21));

    assertThat(prune()).isZero();

    assertThat(all.subList(0, 20)).allMatch(files -> Files.exists(files.ledger()));
    assertThat(all.subList(20, 22)).noneMatch(files -> Files.exists(files.ledger()));
    assertThat(out.toString())
        .endsWith(String.format(Locale.ROOT, "tt-alloc: deleted 2 ledgers, %,d B\n", freed));
  }

  @Test
  void anAgeAloneDeletesAllThatEndedBefore() throws IOException {
    LedgerFiles young = ended(1, Duration.ofHours(11));
    LedgerFiles old = ended(2, Duration.ofHours(13));

    assertThat(prune("--older-than=12h")).isZero();

    assertThat(young.ledger()).exists();
    assertThat(old.ledger()).doesNotExist();
  }

  @Test
  void withBothLimitsALedgerGoesOnlyIfNeitherKeepsIt() throws IOException {
    LedgerFiles young = ended(1, Duration.ofHours(1));
    LedgerFiles newestOfOld = ended(2, Duration.ofHours(13));
    LedgerFiles oldest = ended(3, Duration.ofHours(14));

    assertThat(prune("--older-than=12h", "--keep=2")).isZero();

    assertThat(List.of(young, newestOfOld)).allMatch(files -> Files.exists(files.ledger()));
    assertThat(oldest.ledger()).doesNotExist();
  }

  @Test
  void theAgeOfAKilledProcessIsThatOfItsLastSignOfLife() throws IOException {
    Instant started = NOW.minus(Duration.ofDays(9));
    LedgerFiles lively = SampleLedger.of(folder, 1, started, "a").open("x", 8 * 86_400).killed();
    LedgerFiles silent = SampleLedger.of(folder, 2, started, "a").open("x", 86_400).killed();
    for (LedgerFiles files : List.of(lively, silent)) {
      Files.setLastModifiedTime(files.ledger(), FileTime.from(started));
    }

    assertThat(prune("--older-than=7d")).isZero();

    assertThat(lively.ledger()).exists();
    assertThat(silent.ledger()).doesNotExist();
    assertThat(out.toString()).contains("(ended 8 d 0 h ago, ");
  }

  @Test
  void neitherRunningProcessesNorOtherFilesNorLinksAreTouched() throws IOException {
    SampleLedger running = SampleLedger.of(folder, 1, NOW.minusSeconds(9), "app.Main");
    LedgerFiles elsewhere = SampleLedger.of(parent, 2, NOW.minusSeconds(99), "a").ended(1);
    Path link = Files.createSymbolicLink(folder.resolve("3-3-0000000a.ledger"), elsewhere.ledger());
    Path notes = Files.writeString(folder.resolve("notes.ledger"), "");
    Path precious = Files.writeString(folder.resolve("4-4-0000000a.ledger"), "precious");
    LedgerLock lock = running.running();
    try {
      assertThat(prune("--keep=0")).isZero();
    } finally {
      lock.close();
    }

    assertThat(out).hasToString("tt-alloc: deleted 0 ledgers, 0 B\n");
    assertThat(List.of(running.files().ledger(), elsewhere.ledger(), notes, precious))
        .allMatch(Files::exists);
    assertThat(link).isSymbolicLink();
  }

  @Test
  void aFolderThatALinkLeadsToOrThatOthersMayWriteToIsRefused() throws IOException {
    LedgerFiles old = ended(1, Duration.ofHours(1));
    Path link = Files.createSymbolicLink(parent.resolve("link"), folder);

    assertThat(command().execute("--dir", link.toString(), "--keep=0")).isEqualTo(1);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwx---"));
    assertThat(prune("--keep=0")).isEqualTo(1);

    assertThat(err)
        .hasToString(
            """
            tt-alloc: %s is a symbolic link, expected a directory; nothing is deleted there
            tt-alloc: %s is writable by others (rwxrwx---), expected rwx------; nothing is deleted there
            """
                .formatted(link, folder));
    assertThat(old.ledger()).exists();
  }

  @Test
  void aFolderThatKeepsAllKeepsAll() throws IOException {
    LedgerFiles old = ended(1, Duration.ofHours(1));
    Files.createFile(folder.resolve(Retention.KEEP_ALL));

    assertThat(command().execute("--keep=0")).isZero();

    assertThat(out.toString())
        .startsWith(
            "tt-alloc: "
                + folder
                + " contains a file named keep-all, so nothing is deleted there\n");
    assertThat(old.ledger()).exists();
  }

  @Test
  void filesWhoseLedgerIsGoneGoToo() throws IOException {
    Path marks = Files.writeString(folder.resolve("3-3-0000000a.marks"), "123");
    Files.setLastModifiedTime(marks, FileTime.from(NOW.minusSeconds(90)));

    assertThat(prune()).isZero();

    assertThat(out)
        .hasToString(
            """
            deleted %s (without a ledger, written 1 min 30 s ago, 3 B)
            tt-alloc: deleted 0 ledgers and 1 file whose ledger is gone, 3 B
            """
                .formatted(marks));
  }

  @Test
  void wovenClassesGoWithTheLastLedgerOrByTheirAge() throws IOException {
    Path woven = Files.writeString(folder.resolve("woven-1f.classes"), "12345");
    Files.setLastModifiedTime(woven, FileTime.from(NOW.minus(Duration.ofDays(3))));
    LedgerFiles kept = ended(1, Duration.ofHours(1));

    assertThat(prune()).isZero();
    assertThat(prune("--keep=1")).isZero();
    assertThat(prune("--older-than=4d")).isZero();
    assertThat(woven).exists();
    out.getBuffer().setLength(0);
    assertThat(prune("--older-than=2d")).isZero();

    assertThat(woven).doesNotExist();
    assertThat(kept.ledger()).exists();
    assertThat(out)
        .hasToString(
            """
            deleted %s (woven classes, written 3 d 0 h ago, 5 B)
            tt-alloc: deleted 0 ledgers and 1 file with woven classes, 5 B
            """
                .formatted(woven));
    Path left = Files.writeString(folder.resolve("woven-2e.new"), "");
    assertThat(prune("--keep=0")).isZero();
    assertThat(List.of(left, kept.ledger())).noneMatch(Files::exists);
  }

  @Test
  void aMistakeIsAnErrorAndDeletesNothing() throws IOException {
    LedgerFiles old = ended(1, Duration.ofDays(400));

    assertThat(prune("--older-than=7")).isEqualTo(1);
    assertThat(prune("--keep=-1")).isEqualTo(1);
    assertThat(prune("--dir", parent.resolve("missing").toString())).isEqualTo(1);

    assertThat(err.toString())
        .contains(
            "'7' is not a duration, expected a number and a unit (ms, s, m, h, d or w), such as 500ms, 30s or 2h, from 1ms to 520w\n",
            "--keep is -1, expected 0 or more\n");
    assertThat(old.ledger()).exists();
  }
}
