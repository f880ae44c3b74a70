package io.ttalloc.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.cli.arguments.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ViewerFolderTest {
  @TempDir private Path around;

  private final LedgerBuilder ledger = LedgerBuilder.ledger().command("java -jar acme.jar");

  private void write(Path folder) {
    List<CommandFailure> failed =
        ledger.read(
            image -> {
              try {
                new ViewerFolder(folder)
                    .write(Analysis.of(image, AnalysisOptions.defaults()), image);
                return List.of();
              } catch (CommandFailure e) {
                return List.of(e);
              }
            });
    if (!failed.isEmpty()) {
      throw failed.get(0);
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void isPrivateAndHasTheDatabaseAndItsName() throws Exception {
    Path folder = around.resolve("report");

    write(folder);

    assertThat(names(around)).containsExactly("report");
    assertThat(names(folder)).containsExactly("config.json", "db.sqlite");
    assertThat(mode(folder)).isEqualTo("rwx------");
    assertThat(mode(folder.resolve("db.sqlite"))).isEqualTo("rw-------");
    assertThat(mode(folder.resolve("config.json"))).isEqualTo("rw-------");
    assertThat(folder.resolve("config.json"))
        .hasContent("{\"report_name\":\"acme.jar (pid 4242)\"}");
  }

  @Test
  void takesThePlaceOfAnEmptyFolderAndOfAnEarlierReport() throws Exception {
    Path folder = Files.createDirectory(around.resolve("odd ?name%20 #1"));
    write(folder);
    byte[] first = Files.readAllBytes(folder.resolve("db.sqlite"));
    ledger.mark("one more");

    write(folder);

    assertThat(Files.readAllBytes(folder.resolve("db.sqlite"))).isNotEqualTo(first);
    assertThat(names(folder)).containsExactly("config.json", "db.sqlite");
    assertThat(names(around)).hasSize(1);
  }

  @Test
  void leavesFilesOfOtherProgramsAlone() throws Exception {
    Path mixed = Files.createDirectory(around.resolve("mixed"));
    write(mixed);
    Files.writeString(mixed.resolve("notes.txt"), "mine");
    Path foreign = Files.createDirectory(around.resolve("foreign"));
    Files.write(foreign.resolve("db.sqlite"), new byte[4_096]);
    Path config = Files.createDirectory(around.resolve("config"));
    Files.writeString(config.resolve("config.json"), "{}");
    Path file = Files.writeString(around.resolve("file"), "mine");
    Path link = Files.createSymbolicLink(around.resolve("link"), mixed);

    assertRefused(mixed, "the folder contains other files (notes.txt)");
    assertRefused(foreign, "the report already there was not written by tt-alloc");
    assertRefused(config, "the report already there was not written by tt-alloc");
    assertRefused(file, "the path is a file");
    assertRefused(link, "the path is a symbolic link");
    assertRefused(around.resolve("missing/report"), "the parent folder does not exist");
    assertRefused(Path.of("/"), "the path is the root of the file system");

    assertThat(Files.readAllBytes(foreign.resolve("db.sqlite"))).containsOnly(0).hasSize(4_096);
    assertThat(file).hasContent("mine");
    assertThat(names(around)).containsExactly("config", "file", "foreign", "link", "mixed");
  }

  private void assertRefused(Path folder, String why) {
    assertThatThrownBy(() -> write(folder))
        .isInstanceOf(CommandFailure.class)
        .hasMessage(
            "cannot write the report to %s: %s, expected a folder that is empty, contains only an earlier report by tt-alloc, or does not exist yet; nothing was written",
            folder, why);
  }

  @Test
  void anErrorWhileItIsWrittenLeavesNothing() throws Exception {
    // No file system accepts a name of this length, but the error occurs only when the folder is
    // renamed.
    Path folder = around.resolve("x".repeat(300));

    assertThatThrownBy(() -> write(folder))
        .isInstanceOf(CommandFailure.class)
        .hasMessageStartingWith("cannot write the report to " + folder + ": File name too long")
        .hasMessageEndingWith("; nothing was written");

    assertThat(names(around)).isEmpty();
  }
}
