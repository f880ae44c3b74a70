package io.ttalloc.heap.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.ledger.files.LedgerLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpFolderTest {
  private static final String TEMPORARY = "java.io.tmpdir";

  @TempDir private Path parent;
  private String usual = "";

  @BeforeEach
  void useAFolderOfItsOwn() {
    usual = System.setProperty(TEMPORARY, parent.toString());
  }

  @AfterEach
  void restore() {
    System.setProperty(TEMPORARY, usual);
  }

  @Test
  void onlyItsUserCanEnterAndNothingStays() throws IOException {
    try (DumpFolder folder = DumpFolder.create()) {
      Files.writeString(folder.dump(), "secret");
      Files.writeString(folder.report(), "secret");

      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(only())))
          .isEqualTo("rwx------");
      assertThat(folder.usableBytes()).isPositive();
    }
    assertThat(names()).isEmpty();
  }

  /** Creates a folder as a killed process leaves it, with the lock released. */
  private Path abandoned(String name) throws IOException {
    Path left = Files.createDirectory(parent.resolve("tt-alloc-heap-" + name));
    Files.createFile(left.resolve("tt-alloc.lock"));
    Files.writeString(left.resolve("heap.hprof"), "secret");
    return left;
  }

  @Test
  void whatAKilledProcessLeftIsDeletedByTheNext() throws Exception {
    Path left = abandoned("123");

    DumpFolder.create().close();

    assertThat(left).doesNotExist();
    assertThat(names()).isEmpty();
  }

  /**
   * The directory is shared with a container that has different process ids. Names of folders used
   * to contain the process id, and no process on this machine has the id in this name.
   */
  @Test
  void thatOfAProcessThatRunsStaysThoughNoProcessHereHasItsNumber() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Path used = Files.createDirectory(parent.resolve("tt-alloc-heap-" + ended.pid() + "-1"));
    Path dump = Files.writeString(used.resolve("heap.hprof"), "in use");
    try (LedgerLock lock = LedgerLock.hold(used.resolve("tt-alloc.lock"))) {
      assertThat(lock).isNotNull();
      DumpFolder.create().close();

      assertThat(dump).exists();
    }
    DumpFolder.create().close();

    assertThat(names()).isEmpty();
  }

  @Test
  void twoOfOneProcessLeaveEachOtherAlone() throws IOException {
    try (DumpFolder one = DumpFolder.create()) {
      Files.writeString(one.dump(), "in use");
      DumpFolder.create().close();
      DumpFolder.create().close();

      assertThat(one.dump()).exists();
    }
    assertThat(names()).isEmpty();
  }

  /** Creates many folders, and checks that each exists until it is closed. */
  static final class Maker {
    private Maker() {}

    public static void main(String[] args) throws IOException {
      for (int i = 0; i < 300; i++) {
        try (DumpFolder folder = DumpFolder.create()) {
          Files.writeString(folder.dump(), "in use");
        }
      }
    }
  }

  /** A process that creates a folder also deletes the folders of processes that have ended. */
  @Test
  void noOtherProcessDeletesOneThatIsBeingMade() throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + parent,
                "-cp",
                System.getProperty("java.class.path"),
                Maker.class.getName())
            .inheritIO()
            .start();
    try {
      do {
        Maker.main(new String[0]);
      } while (other.isAlive());
      assertThat(other.waitFor()).isZero();
    } finally {
      other.destroyForcibly();
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void aPlaceWhereItCannotBeMadeIsNamed() {
    Path nowhere = parent.resolve("nowhere");
    System.setProperty(TEMPORARY, nowhere.toString());

    assertThatThrownBy(DumpFolder::create)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "cannot create a folder in %s (java.nio.file.NoSuchFileException: ".formatted(nowhere))
        .hasMessageEndingWith("), expected a folder that this user can write to");
  }

  /**
   * The program never creates a folder inside a dump folder, so a dump folder that contains one is
   * kept. That must not prevent the deletion of the others.
   */
  @Test
  void whatCannotBeDeletedKeepsNothingElse() throws Exception {
    for (int i = 0; i < 8; i++) {
      Path left = abandoned("" + i);
      if (i % 2 == 0) {
        Files.createDirectories(left.resolve("folder/in/it"));
      }
    }

    DumpFolder.create().close();

    assertThat(names()).hasSize(4);
  }

  @Test
  void itsReaderCanDeleteIt() throws IOException {
    DumpFolder folder = DumpFolder.create();
    Files.writeString(folder.dump(), "secret");
    Path elsewhere = Files.createDirectory(parent.resolve("home"));
    Path precious = Files.writeString(elsewhere.resolve("heap.hprof"), "precious");

    DumpFolder.deleteAround(folder.report());
    DumpFolder.deleteAround(elsewhere.resolve("holders.json"));

    assertThat(names()).containsExactly("home");
    assertThat(precious).exists();
    folder.close();
  }

  /** A link, a folder with another name, and a folder that is still being created must be kept. */
  @Test
  void nothingElseIsDeleted() throws Exception {
    Path home = Files.createDirectory(parent.resolve("home"));
    Path precious = Files.writeString(home.resolve("heap.hprof"), "precious");
    Files.createFile(home.resolve("tt-alloc.lock"));
    Files.createSymbolicLink(parent.resolve("tt-alloc-heap-1"), home);
    Files.createDirectory(parent.resolve("tt-alloc-heap-2"));
    Files.createDirectory(parent.resolve("tt-alloc-heap-notes"));
    Path link = Files.createDirectory(parent.resolve("tt-alloc-heap-3"));
    Files.createSymbolicLink(link.resolve("tt-alloc.lock"), home.resolve("tt-alloc.lock"));
    List<String> before = names();

    DumpFolder.create().close();

    assertThat(names()).isEqualTo(before);
    assertThat(precious).exists();
  }

  private Path only() throws IOException {
    List<String> names = names();
    assertThat(names).hasSize(1);
    return parent.resolve(names.get(0));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(parent)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
