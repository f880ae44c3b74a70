package io.ttalloc.ledger.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerDirectoryTest {
  @TempDir Path dir;
  private Path fast;
  private Path slow;

  @BeforeEach
  void directories() throws IOException {
    fast = Files.createDirectory(dir.resolve("shm"));
    slow = Files.createDirectory(dir.resolve("tmp"));
  }

  private LedgerDirectory byDefault(String user, long neededBytes) {
    return DirectoryChoice.choose(null, new DefaultDirectories(fast, slow, user, neededBytes));
  }

  private static void refused(Path configured, String reason) {
    assertThat(LedgerDirectory.choose(configured.toString()))
        .isEqualTo(new LedgerDirectory.Refused(reason));
  }

  private Path made(String permissions) throws IOException {
    Path made = Files.createDirectory(dir.resolve("made"));
    return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void createsAPrivateDirectoryInMemoryIfThereIsSpace() throws IOException {
    Path expected = fast.resolve("tt-alloc-bob");
    assertThat(byDefault("bob", 1)).isEqualTo(new LedgerDirectory.Chosen(expected));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(expected)))
        .isEqualTo("rwx------");
    assertThat(byDefault("bob", 1)).isEqualTo(new LedgerDirectory.Chosen(expected));
  }

  @Test
  void goesToDiskIfMemoryIsShortOrMissing() throws IOException {
    LedgerDirectory onDisk = new LedgerDirectory.Chosen(slow.resolve("tt-alloc-bob"));
    assertThat(byDefault("bob", Long.MAX_VALUE)).isEqualTo(onDisk);
    Files.delete(fast);
    assertThat(byDefault("bob", 1)).isEqualTo(onDisk);
  }

  @Test
  void aStrangeUserNameStaysOnePathElement() {
    assertThat(byDefault("../a b?", 1))
        .isEqualTo(new LedgerDirectory.Chosen(fast.resolve("tt-alloc-.._a_b_")));
    assertThat(byDefault("", 1)).isEqualTo(new LedgerDirectory.Chosen(fast.resolve("tt-alloc-_")));
  }

  @Test
  void createsAConfiguredDirectoryWithItsParents() {
    Path wanted = dir.resolve("a/b");
    assertThat(LedgerDirectory.choose(wanted.toString()))
        .isEqualTo(new LedgerDirectory.Chosen(wanted));
  }

  @Test
  void refusesASymbolicLink() throws IOException {
    Path link = Files.createSymbolicLink(dir.resolve("link"), made("rwx------"));
    refused(link, link + " is a symbolic link, expected a directory");
    Path dangling = Files.createSymbolicLink(dir.resolve("dangling"), dir.resolve("nowhere"));
    refused(dangling, dangling + " is a symbolic link, expected a directory");
  }

  @Test
  void refusesAFile() throws IOException {
    Path file = Files.createFile(dir.resolve("file"));
    refused(file, file + " is a file, expected a directory");
    Path below = file.resolve("x");
    assertThat(LedgerDirectory.choose(below.toString()))
        .isInstanceOfSatisfying(
            LedgerDirectory.Refused.class,
            no -> assertThat(no.reason()).startsWith(below + " cannot be used: "));
  }

  @Test
  void refusesWhatOthersMayWrite() throws IOException {
    Path made = made("rwxrwx---");
    refused(made, made + " is writable by others (rwxrwx---), expected rwx------");
  }

  @Test
  void refusesWhatBelongsToSomebodyElse() throws IOException {
    Path made = made("rwx------");
    int currentUser = (int) Files.getAttribute(made, "unix:uid");
    Path foreign = currentUser == 0 ? made : Path.of("/proc/sys");
    if (currentUser == 0) {
      Files.setAttribute(made, "unix:uid", 12345);
    }
    int other = (int) Files.getAttribute(foreign, "unix:uid");
    assumeFalse(other == currentUser);
    refused(
        foreign,
        foreign + " belongs to user id " + other + ", expected " + currentUser + " (this user)");
  }

  @Test
  void refusesWhatCannotBeWritten() throws IOException {
    Path made = made("r-x------");
    // Root can write to any directory.
    assumeTrue(!Files.isWritable(made));
    refused(made, made + " cannot be written to (r-x------), expected rwx------");
  }

  @Test
  void refusesWhatCannotBeCreated() {
    Path wanted = Path.of("/proc/tt-alloc-test");
    assertThat(LedgerDirectory.choose(wanted.toString()))
        .isInstanceOfSatisfying(
            LedgerDirectory.Refused.class,
            no -> assertThat(no.reason()).startsWith(wanted + " cannot be used: "));
  }

  @Test
  void refusesWhatIsNotAPath() {
    assertThat(LedgerDirectory.choose("a\0b"))
        .isEqualTo(
            new LedgerDirectory.Refused("a?b is not a valid path (Nul character not allowed)"));
  }
}
