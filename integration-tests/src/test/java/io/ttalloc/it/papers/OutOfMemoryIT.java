package io.ttalloc.it.papers;

import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.testing.Variant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that the errors about a full memory space show the same numbers and addresses as the report
 * on that space.
 */
@Variant
class OutOfMemoryIT {
  private static final Paper PAPER = Paper.read(Repository.root().resolve("docs/tt-metal.md"));

  @Test
  void theReportHasTheNumbersOfTheErrorAndWhoHoldsItsAddress() throws Exception {
    JvmResult result =
        TestJvm.on(Jdks.ofThisBuild())
            .agentOptions("packs=tt-runtime")
            .shortText()
            .classPath(TestJvm.locationOf(MeshDevice.class))
            .main(FillsL1.class)
            .run()
            .expectStatus(1);

    Excerpt.assertIsIn(shown("Out of memory: "), result.out());
    Excerpt.assertIsIn(shown("Exception in thread \"main\" "), result.err());
    Excerpt.assertIsIn(shown("free in L1: "), result.err());
  }

  private static List<String> shown(String start) {
    return PAPER.blocks("text").stream()
        .filter(block -> block.get(0).startsWith(start))
        .findFirst()
        .orElseThrow();
  }
}
