package io.ttalloc.it.installed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the contents of the archive for users. */
class ArchiveIT {

  /** Missing if Maven was offline. */
  private static final String BILL_OF_MATERIALS = "bom.cdx.json";

  /** A Markdown link to a file, without the part after {@code #}. */
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#\\s]+)");

  @TempDir private Path folder;

  @Test
  void hasTheseFilesWithTheseModesAndBelongsToNobodyOfTheBuild() throws Exception {
    Process tar =
        new ProcessBuilder("tar", "-tvzf", Repository.archive().toString(), "--numeric-owner")
            .redirectErrorStream(true)
            .start();
    List<String> listed =
        new String(tar.getInputStream().readAllBytes(), UTF_8)
            .lines()
            .map(line -> line.replaceFirst("(\\S+ \\S+) .* tt-alloc-[^/]+/", "$1 "))
            .filter(line -> !line.endsWith(" " + BILL_OF_MATERIALS))
            .filter(line -> !line.contains(" docs/"))
            .toList();

    assertThat(listed)
        .containsExactly(
            "-rwxr-xr-x 0/0 bin/tt-alloc",
            "-rw-r--r-- 0/0 lib/tt-alloc-agent.jar",
            "-rw-r--r-- 0/0 lib/tt-alloc-api.jar",
            "-rw-r--r-- 0/0 lib/tt-alloc-junit.jar",
            "-rw-r--r-- 0/0 lib/tt-alloc-maven-plugin.jar",
            "-rw-r--r-- 0/0 lib/tt-alloc-spring-boot-starter.jar",
            "-rw-r--r-- 0/0 lib/tt-alloc-demo.jar",
            "-rw-r--r-- 0/0 lib/tt-alloc-cli.jar",
            "-rw-r--r-- 0/0 lib/tt-alloc-native.jar",
            "-rw-r--r-- 0/0 lib/tt-alloc-viewer.jar",
            "-rw-r--r-- 0/0 share/bash-completion/completions/tt-alloc",
            "-rw-r--r-- 0/0 share/man/man1/tt-alloc.1",
            "-rw-r--r-- 0/0 share/fleet/alerts.yml",
            "-rw-r--r-- 0/0 share/fleet/alloy.config",
            "-rw-r--r-- 0/0 share/fleet/dashboard.json",
            "-rw-r--r-- 0/0 share/fleet/parca.yaml",
            "-rw-r--r-- 0/0 share/fleet/prometheus.yml",
            "-rw-r--r-- 0/0 README.md",
            "-rw-r--r-- 0/0 CHANGELOG.md",
            "-rw-r--r-- 0/0 LICENSE",
            "-rw-r--r-- 0/0 licenses/tt-alloc-agent.txt",
            "-rw-r--r-- 0/0 licenses/tt-alloc-cli.txt",
            "-rw-r--r-- 0/0 licenses/tt-alloc-viewer.txt");
  }

  @Test
  void itsPapersLeadToNothingThatIsNotThere() throws Exception {
    Path home = new UnpackedArchive(folder).home();
    List<String> broken = new ArrayList<>();
    int links = 0;
    try (Stream<Path> files = Files.walk(home)) {
      for (Path paper : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        Matcher link = LINK.matcher(Files.readString(paper));
        while (link.find()) {
          links++;
          if (!Files.exists(paper.resolveSibling(link.group(1)))) {
            broken.add(home.relativize(paper) + ": " + link.group(1));
          }
        }
      }
    }
    assertThat(links).isGreaterThan(30);
    assertThat(broken).isEmpty();
  }

  /** The jar is not compressed, so that starting a JVM does not inflate hundreds of classes. */
  @Test
  void theClassFilesOfTheAgentAreStored() throws Exception {
    try (JarFile agent = new JarFile(Repository.agentJar().toFile())) {
      assertThat(agent.stream().filter(entry -> entry.getName().endsWith(".class")))
          .hasSizeBetween(500, 2_000)
          .allMatch(entry -> entry.getMethod() == ZipEntry.STORED);
      assertThat(agent.getEntry("META-INF/tt-alloc/libraries"))
          .as("the JVM reads the directory of the jar as a whole")
          .matches(entry -> entry.getMethod() == ZipEntry.STORED && entry.getSize() > 1 << 20);
      assertThat(agent.getManifest()).isNotNull();
    }
  }

  @Test
  void nothingInItNamesAPathOfTheBuild() throws Exception {
    List<String> paths = new ArrayList<>(List.of(System.getProperty("user.home") + "/.m2"));
    try (Stream<Path> modules = Files.list(Repository.root())) {
      modules.forEach(module -> paths.add(module.toString()));
    }
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(new UnpackedArchive(folder).home())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        look(file.toString(), Files.readAllBytes(file), paths, found);
        if (file.toString().endsWith(".jar")) {
          lookInto(file, paths, found);
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static void lookInto(Path jar, List<String> paths, List<String> found)
      throws IOException {
    try (JarFile entries = new JarFile(jar.toFile())) {
      assertThat(entries.size()).isPositive();
      for (JarEntry entry : (Iterable<JarEntry>) entries.stream()::iterator) {
        try (InputStream in = entries.getInputStream(entry)) {
          look(jar.getFileName() + "!" + entry.getName(), in.readAllBytes(), paths, found);
        }
      }
    }
  }

  private static void look(String name, byte[] content, List<String> paths, List<String> found) {
    String text = new String(content, ISO_8859_1);
    if (!text.contains(Repository.root().toString()) && !text.contains("/.m2")) {
      return; // the usual case: there is no need to look for each path
    }
    for (String path : paths) {
      if (text.contains(path)) {
        found.add(name + " names " + path);
      }
    }
  }
}
