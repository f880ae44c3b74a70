package io.ttalloc.agent.weave.classes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryFileTest {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final String POM = "META-INF/maven/g/%s/pom.properties";

  @TempDir Path folder;

  /** Returns the version of a jar whose entries are given as alternating names and contents. */
  private String version(String... entries) throws IOException {
    Path file = folder.resolve("some lib.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < entries.length; i += 2) {
        out.putNextEntry(new ZipEntry(entries[i]));
        out.write(entries[i + 1].getBytes(StandardCharsets.UTF_8));
      }
    }
    return LibraryFile.versionOf("jar:" + file.toUri() + "!/");
  }

  @Test
  void theOnlyPomCountsMoreThanTheManifest() throws IOException {
    assertThat(
            version(
                MANIFEST, "Implementation-Version: 7\n", POM.formatted("a"), "#x\nversion=1.2.3\n"))
        .isEqualTo("1.2.3");
  }

  @Test
  void severalPomsContradictEachOther() throws IOException {
    assertThat(
            version(
                MANIFEST,
                "Implementation-Version: 7\n",
                POM.formatted("a"),
                "version=1\n",
                POM.formatted("b"),
                "version=1\n"))
        .isNull();
  }

  @Test
  void theManifestSaysTheVersionOfTheImplementationOrTheBundle() throws IOException {
    assertThat(version(MANIFEST, "Bundle-Version: 5.0\nImplementation-Version: 7.1 \n"))
        .isEqualTo("7.1");
    assertThat(version(MANIFEST, "Bundle-Version: 5.0\n")).isEqualTo("5.0");
    assertThat(version(MANIFEST, "Specification-Version: 4\n")).isEqualTo("4");
    assertThat(version(POM.formatted("a"), "groupId=g\n", MANIFEST, "Bundle-Version: 5\n"))
        .isEqualTo("5");
  }

  @Test
  void nothingIsKnownOfOtherFiles() throws IOException {
    assertThat(version("a", "b")).isNull();
    assertThat(version(MANIFEST, "what is this")).isNull();
    assertThat(LibraryFile.versionOf(folder.toUri().toString())).isNull();
    assertThat(LibraryFile.versionOf("jar:file:/there/is/none.jar!/")).isNull();
    assertThat(LibraryFile.versionOf("no url")).isNull();
    Path noJar = Files.writeString(folder.resolve("no.jar"), "no jar");
    assertThat(LibraryFile.versionOf("jar:" + noJar.toUri() + "!/")).isNull();
  }
}
