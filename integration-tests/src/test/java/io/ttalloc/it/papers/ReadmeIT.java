package io.ttalloc.it.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeIT {

  /** What the README shows is what a run says, line for line, but for what is cut. */
  @Test
  void theDumpIsThatOfARun() throws InterruptedException {
    List<String> shown =
        Paper.readme().blocks("text").stream()
            .filter(block -> block.get(0).startsWith("tt-alloc: "))
            .findFirst()
            .orElseThrow();
    Excerpt.assertIsAll(
        shown, TestJvm.on(Jdks.ofThisBuild()).demo("mesh").run().expectSuccess().err());
  }

  @Test
  void theCallThatMarksACycleCompilesAgainstTheJarThatItNames(@TempDir Path folder)
      throws Exception {
    List<String> shown =
        Paper.readme().blocks("java").stream()
            .filter(block -> block.get(0).startsWith("import io.ttalloc.api."))
            .findFirst()
            .orElseThrow();
    Path jar = Repository.apiJar();
    assertThat(shown.get(0)).contains(Repository.root().relativize(jar).toString());
    Path source =
        Files.writeString(
            folder.resolve("Marks.java"),
            shown.get(0) + "\nclass Marks { void use() {\n" + shown.get(1) + "\n} }\n");

    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                jar.toString(),
                "-d",
                folder.toString(),
                source.toString());

    assertThat(status).isZero();
  }
}
