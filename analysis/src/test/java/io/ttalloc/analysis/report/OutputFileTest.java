package io.ttalloc.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  private static final OutputFile.Content REPORT = out -> out.write(bytes("report"));

  @TempDir private Path folder;

  @Test
  void fileIsPrivateFromTheMomentOfItsCreation() throws IOException {
    Path target = folder.resolve("r.json");
    List<String> meanwhile = new ArrayList<>();

    OutputFile.write(
        target,
        out -> {
          out.write(bytes("report"));
          for (Path file : files()) {
            meanwhile.add(modeOf(file));
          }
        });

    assertThat(meanwhile).containsExactly("rw-------");
    assertThat(files()).containsExactly(target);
    assertThat(target).hasContent("report");
    assertThat(modeOf(target)).isEqualTo("rw-------");
  }

  @Test
  void replacesAnExistingFileInsteadOfOverwritingIt() throws IOException {
    Path target = Files.writeString(folder.resolve("r.json"), "a longer text of before");
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-rw-rw-"));
    Path sameFile = Files.createLink(folder.resolve("other"), target);

    OutputFile.write(target, REPORT);

    assertThat(target).hasContent("report");
    assertThat(modeOf(target)).isEqualTo("rw-------");
    assertThat(sameFile).hasContent("a longer text of before");
  }

  @Test
  void failureLeavesThePreviousFileAndNothingElse() throws IOException {
    Path target = Files.writeString(folder.resolve("r.json"), "before");

    assertThatThrownBy(
            () ->
                OutputFile.write(
                    target,
                    out -> {
                      out.write(bytes("half"));
                      throw new IOException("no more");
                    }))
        .hasMessage("no more");

    assertThat(files()).containsExactly(target);
    assertThat(target).hasContent("before");
  }

  @Test
  void aNewFileIsPrivateAndReplacesNothing() throws IOException {
    Path there = Files.writeString(folder.resolve("r.json"), "precious");
    Path link = Files.createSymbolicLink(folder.resolve("r.txt"), folder.resolve("nothing"));
    Path fresh = folder.resolve("fresh.json");

    OutputFile.writeNew(fresh, REPORT);

    assertThat(fresh).hasContent("report");
    assertThat(modeOf(fresh)).isEqualTo("rw-------");
    for (Path taken : List.of(there, link, fresh, folder)) {
      assertThatThrownBy(() -> OutputFile.writeNew(taken, REPORT))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("it already exists");
    }
    assertThatThrownBy(() -> OutputFile.writeNew(folder.resolve("no/r.json"), REPORT))
        .hasMessageContaining("its folder does not exist");
    assertThat(there).hasContent("precious");
    assertThat(files()).containsExactlyInAnyOrder(there, link, fresh);
  }

  @Test
  void aNewFileThatFailsIsTakenBack() throws IOException {
    Path fresh = folder.resolve("fresh.json");

    assertThatThrownBy(
            () ->
                OutputFile.writeNew(
                    fresh,
                    out -> {
                      out.write(bytes("half"));
                      throw new IOException("no more");
                    }))
        .hasMessage("no more");

    assertThat(files()).isEmpty();
  }

  @Test
  void refusesASymbolicLinkWhereverItLeads() throws IOException {
    Path victim = Files.writeString(folder.resolve("victim"), "precious");
    Path link = Files.createSymbolicLink(folder.resolve("r.json"), victim);
    Path dangling = Files.createSymbolicLink(folder.resolve("r.txt"), folder.resolve("nothing"));

    assertRefused(link, "it is a symbolic link");
    assertRefused(dangling, "it is a symbolic link");

    assertThat(victim).hasContent("precious");
    assertThat(files()).containsExactlyInAnyOrder(victim, link, dangling);
  }

  @Test
  void refusesAFolder() throws IOException {
    assertRefused(Files.createDirectory(folder.resolve("r.json")), "it is a folder");
  }

  @Test
  void reportsAMissingFolderUnderTheNameThatTheUserGave() {
    assertRefused(folder.resolve("missing/r.json"), "its folder does not exist");
  }

  @Test
  void writesToAPipe() throws Exception {
    Path pipe = pipe();
    CompletableFuture<String> read =
        CompletableFuture.supplyAsync(() -> OutputFileTest.contentOf(pipe));

    OutputFile.write(pipe, REPORT);

    assertThat(read.get()).isEqualTo("report");
    assertThat(Files.readAttributes(pipe, "isOther").get("isOther")).isEqualTo(true);
  }

  /**
   * Without this check, any user could read the report by creating a pipe with the name of the
   * output file in a shared folder.
   */
  @Test
  void refusesAPipeOfAnotherUser() throws Exception {
    Path pipe = pipe();
    int other = (int) Files.getAttribute(pipe, "unix:uid") + 4711;
    assumeTrue(chown(pipe, other), "only root can give a pipe to somebody else");

    assertRefused(pipe, "it is a pipe owned by user id " + other);
  }

  @Test
  void writesToADeviceAndReportsItsErrors() throws IOException {
    OutputFile.write(Path.of("/dev/null"), REPORT);

    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "this system has no device that is always full");
    assertThatThrownBy(() -> OutputFile.write(full, REPORT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left on device");
  }

  @Test
  void distinguishesFilesFromOtherTargets() throws Exception {
    assertThat(OutputFile.isFile(folder.resolve("r.json"))).isTrue();
    assertThat(OutputFile.isFile(folder.resolve("missing/r.json"))).isTrue();
    assertThat(OutputFile.isFile(Files.createFile(folder.resolve("there")))).isTrue();
    assertThat(OutputFile.isFile(pipe())).isFalse();
    assertThat(OutputFile.isFile(folder)).isFalse();
    assertThat(OutputFile.isFile(Path.of("/dev/stdout"))).isFalse();
    assertThat(OutputFile.isFile(Path.of("/proc/self/fd/1"))).isFalse();
    assertThat(OutputFile.isFile(Path.of("/dev/shm/tt-alloc-no-such-file"))).isTrue();
  }

  private static void assertRefused(Path target, String why) {
    assertThatThrownBy(() -> OutputFile.write(target, REPORT))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(target + ": " + why);
  }

  private Path pipe() throws Exception {
    Path pipe = folder.resolve("pipe.json");
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
    assertThat(made.waitFor()).isZero();
    return pipe;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static String modeOf(Path file) throws IOException {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
  }

  private static String contentOf(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aFullDeviceNeedsAnotherWithRoom() {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full));

    IOException failure =
        catchThrowableOfType(
            IOException.class, () -> OutputFile.write(full, out -> out.write(new byte[1])));

    assertThat(OutputFile.expectedAfter(failure))
        .isEqualTo("a file system or device with enough free space");
    assertThat(OutputFile.expectedAfter(new IOException("denied")))
        .startsWith("a file or pipe of your own");
  }
}
