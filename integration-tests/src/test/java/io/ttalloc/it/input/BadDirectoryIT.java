package io.ttalloc.it.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a ledger, which reveals much about a program, is written only to a folder in which no
 * other user can write.
 */
@Variant
class BadDirectoryIT {

  private static final String NOW = ": tracking is off and the application runs without it";

  @TempDir private Path folder;

  @OneJdk
  void aFolderThatCannotBeMadeIsRefused(Jdk jdk) throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");
    Path below = file.resolve("ledgers");

    assertThat(linesOf(below, jdk))
        .containsExactly(
            "tt-alloc: dir: %s cannot be used: FileSystemException: %s: Not a directory%s"
                .formatted(below, below, NOW));
    assertThat(file).hasContent("in the way");
  }

  @Test
  void aFileIsRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");

    assertRefused(file, "is a file, expected a directory");
    assertThat(file).hasContent("in the way");
  }

  @Test
  void aSymbolicLinkIsRefused() throws Exception {
    Path target = Files.createDirectory(folder.resolve("target"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), target);

    assertRefused(link, "is a symbolic link, expected a directory");
    assertEmpty(target);
  }

  @Test
  void aFolderThatOthersMayWriteToIsRefused() throws Exception {
    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertRefused(open, "is writable by others (rwxrwxrwx), expected rwx------");
    assertEmpty(open);
  }

  @Test
  void aFolderOfSomebodyElseIsRefused() throws Exception {
    Path foreign = Files.createDirectory(folder.resolve("foreign"));
    int userId = (int) Files.getAttribute(foreign, "unix:uid");
    int other = userId + 4711;
    assumeTrue(chown(foreign, other), "only root can make a folder that belongs to somebody else");

    assertRefused(
        foreign, "belongs to user id %d, expected %d (this user)".formatted(other, userId));
    assertEmpty(foreign);
  }

  @Test
  void aReadOnlyFolderIsRefusedUnlessOneIsRoot() throws Exception {
    Path readOnly = Files.createDirectory(folder.resolve("read-only"));
    Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-x------"));
    assumeTrue(!Files.isWritable(readOnly), "root may write everywhere");

    assertRefused(readOnly, "cannot be written to (r-x------), expected rwx------");
  }

  private void assertRefused(Path directory, String why) throws Exception {
    assertThat(linesOf(directory, Jdks.ofThisBuild()))
        .containsExactly("tt-alloc: dir: " + directory + " " + why + NOW);
  }

  private List<String> linesOf(Path directory, Jdk jdk) throws Exception {
    Path rules = TrackedRun.in(folder).rules(RunsOn.RULES).ruleFile();
    return RunsOn.errorLines(TestJvm.on(jdk).agentOptions("rules=" + rules + ",dir=" + directory));
  }

  private static void assertEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }

  private static boolean chown(Path file, int uid) {
    try {
      Files.setAttribute(file, "unix:uid", uid);
      return true;
    } catch (IOException notPermitted) {
      return false;
    }
  }
}
