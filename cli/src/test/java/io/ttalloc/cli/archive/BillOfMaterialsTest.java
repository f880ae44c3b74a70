package io.ttalloc.cli.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BillOfMaterialsTest {

  private static final String BY_MAVEN =
      """
      {"components": [
        {"group": "io.ttalloc", "name": "tt-alloc-agent", "version": "1", "hashes": [{"alg": "MD5"}]},
        {"group": "org.ow2.asm", "name": "asm", "version": "9.9.1", "hashes": [{"alg": "MD5"}],
         "externalReferences": [{"type": "distribution-intake", "url": "a"}, {"type": "vcs", "url": "b"}]}
      ]}
      """;

  @TempDir private Path folder;

  @Test
  void addsTheScriptsThatTheNoticesName() throws IOException {
    notices(
        """
        library   version   licence        text
        asm       9.9.1     BSD-3-Clause   below
        d3        7.9.0     ISC            below
        """);
    Path script = folder.resolve("io/ttalloc/analysis/report/html/vendor/d3-7.9.0.min.js");
    Files.createDirectories(script.getParent());
    Files.writeString(script, "abc");

    assertThat(
            completed().lines().map(String::strip).filter(line -> !line.matches("[{}\\[\\], ]+")))
        .containsExactly(
            "\"components\": [",
            "\"group\": \"io.ttalloc\",",
            "\"name\": \"tt-alloc-agent\",",
            "\"version\": \"1\"",
            "\"group\": \"org.ow2.asm\",",
            "\"name\": \"asm\",",
            "\"version\": \"9.9.1\",",
            "\"hashes\": [",
            "\"alg\": \"MD5\"",
            "\"externalReferences\": [",
            "\"type\": \"vcs\",",
            "\"url\": \"b\"",
            "\"type\": \"library\",",
            "\"bom-ref\": \"pkg:npm/d3@7.9.0\",",
            "\"name\": \"d3\",",
            "\"version\": \"7.9.0\",",
            "\"scope\": \"required\",",
            "\"hashes\": [",
            "\"alg\": \"SHA-256\",",
            "\"content\": \"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"",
            "\"licenses\": [",
            "\"license\": {",
            "\"id\": \"ISC\"",
            "\"purl\": \"pkg:npm/d3@7.9.0\"");
  }

  @Test
  void aNoticeOfWhatIsNotThereEndsTheBuild() throws IOException {
    notices("d3        7.9.0     ISC            below\n");

    assertThatThrownBy(this::completed)
        .hasMessageContaining("d3 7.9.0, which is neither a library of the build nor io/ttalloc/");
  }

  @Test
  void aNoticeOfAnotherVersionEndsTheBuild() throws IOException {
    notices("asm       9.9       BSD-3-Clause   below\n");

    assertThatThrownBy(this::completed)
        .hasMessageContaining("asm 9.9, expected the version of the build, 9.9.1");
  }

  private void notices(String text) throws IOException {
    Path file = folder.resolve("META-INF/THIRD-PARTY.txt");
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(UTF_8));
  }

  private String completed() throws IOException {
    URL[] shipped = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(shipped, null)) {
      return BillOfMaterials.completed(BY_MAVEN, loader);
    }
  }
}
