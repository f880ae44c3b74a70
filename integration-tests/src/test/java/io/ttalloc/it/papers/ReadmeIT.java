package io.ttalloc.it.papers;

import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.TestJvm;
import java.util.List;
import org.junit.jupiter.api.Test;

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
}
