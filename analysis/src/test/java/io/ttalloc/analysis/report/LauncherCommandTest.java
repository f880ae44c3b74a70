package io.ttalloc.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherCommandTest {

  @TempDir private Path folder;

  @Test
  void anInstalledJarNamesTheLauncherOfItsArchive() throws IOException {
    Path launcher = executable("opt/bin/tt-alloc");

    assertThat(of("opt/lib/tt-alloc-agent.jar")).isEqualTo(launcher.toString());
    assertThat(of("opt/lib/tt-alloc-cli.jar")).isEqualTo(launcher.toString());
  }

  @Test
  void aJarOfACloneNamesTheLauncherAtItsRoot() throws IOException {
    Path launcher = executable("clone/tt-alloc");

    assertThat(of("clone/agent/target/tt-alloc-agent.jar")).isEqualTo(launcher.toString());
    assertThat(of("clone/other/target/tt-alloc-agent.jar")).isEqualTo("tt-alloc");
  }

  @Test
  void inTheFolderOfTheLauncherItIsShort() throws IOException {
    executable("clone/tt-alloc");
    Path jar = folder.resolve("clone/agent/target/tt-alloc-agent.jar");

    assertThat(LauncherCommand.of(jar, folder.resolve("clone"), null)).isEqualTo("./tt-alloc");
  }

  @Test
  void aBlankInThePathIsQuoted() throws IOException {
    Path launcher = executable("a b/bin/tt-alloc");

    assertThat(of("a b/lib/tt-alloc-agent.jar")).isEqualTo("'" + launcher + "'");
  }

  @Test
  void theNameIsEnoughIfThePathLeadsThere() throws IOException {
    Path launcher = executable("opt/bin/tt-alloc");
    Path links = Files.createDirectory(folder.resolve("links"));
    Files.createSymbolicLink(links.resolve("tt-alloc"), launcher);

    assertThat(searching("/nowhere::\0:" + links)).isEqualTo("tt-alloc");
    assertThat(searching("/nowhere")).isEqualTo(launcher.toString());
  }

  @Test
  void anotherCommandOfThisNameThatComesFirstOnThePathIsNotMeant() throws IOException {
    Path launcher = executable("opt/bin/tt-alloc");
    Path other = executable("other/tt-alloc");

    assertThat(searching(other.getParent() + ":" + launcher.getParent()))
        .isEqualTo(launcher.toString());
  }

  @Test
  void aJarWithoutALauncherBesideItNamesTheCommand() throws IOException {
    executable("opt/bin/tt-alloc");
    Files.createDirectories(folder.resolve("app/bin"));
    Files.createFile(folder.resolve("app/bin/tt-alloc"));

    assertThat(of("app/lib/tt-alloc-agent.jar")).as("not executable").isEqualTo("tt-alloc");
    assertThat(of("opt/lib/application.jar")).isEqualTo("tt-alloc");
    assertThat(of("opt/tt-alloc-agent.jar")).isEqualTo("tt-alloc");
    assertThat(LauncherCommand.of(Path.of("/"), folder, null)).isEqualTo("tt-alloc");
  }

  @Test
  void classesInAFolderHaveNoLauncher() {
    assertThat(LauncherCommand.ofThisProcess()).isEqualTo("tt-alloc");
  }

  private String of(String jar) {
    return LauncherCommand.of(folder.resolve(jar), folder, null);
  }

  private String searching(String path) {
    return LauncherCommand.of(folder.resolve("opt/lib/tt-alloc-agent.jar"), folder, path);
  }

  private Path executable(String path) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    return file;
  }
}
