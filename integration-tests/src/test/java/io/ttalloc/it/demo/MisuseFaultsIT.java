package io.ttalloc.it.demo;

import static io.ttalloc.it.demo.FaultReports.findings;
import static io.ttalloc.it.demo.FaultReports.misuse;
import static io.ttalloc.it.demo.FaultReports.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.cli.Main;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Tests the faults that are misuse and leave nothing open, and the command line of the scenario.
 */
class MisuseFaultsIT {
  @Variant
  @OneJdk
  void aProgramThatReleasesAnothersCircularBuffersIsNamedWithIt(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "cb-free-by-device");
    assertThat(findings(json)).isEmpty();
    assertThat(misuse(json)).containsExactly("CLOSED_BY_OTHER 3 circular-buffer");
    JsonObject misuse = json.misuse().get(0);
    assertThat(misuse.get("detail").getAsString())
        .isEqualTo(
            "it belongs to program-impl ProgramImpl#18, which is still open,"
                + " but it was closed together with program-impl ProgramImpl#17");
    assertThat(JsonReport.frames(misuse, "first")).anyMatch(f -> f.startsWith("Ttnn.matmul("));
    assertThat(JsonReport.frames(misuse, "second"))
        .anyMatch(f -> f.startsWith("ProgramImpl.deallocateCircularBuffers("));
  }

  @Variant
  @OneJdk
  void aCloseThatThrowsIsShownWithBothStacks(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "close-fails");
    assertThat(findings(json)).isEmpty();
    assertThat(misuse(json)).containsExactly("CLOSE_FAILED 1 mesh-device");
    assertStacks(json.misuse().get(0), "MeshDevice.<init>", "MeshDevice.close");
    assertThat(json.misuse().get(0).get("detail").getAsString())
        .isEqualTo("the close threw java.lang.IllegalStateException");
  }

  @OneJdk
  void aSecondCloseIsShownWithBothStacks(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "double-close");
    assertThat(findings(json)).isEmpty();
    assertThat(misuse(json)).containsExactly("DOUBLE_CLOSE 8 buffer");
    assertStacks(json.misuse().get(0), "Buffer.close", "Buffer.close");
  }

  @Variant
  @OneJdk
  void aUseOfWhatIsClosedIsShownWithBothStacks(Jdk jdk) throws Exception {
    JsonReport json = run(jdk, "faults", "use-after-close");
    assertThat(findings(json)).isEmpty();
    assertThat(misuse(json))
        .containsExactly("USE_AFTER_CLOSE 1 tensor", "USE_AFTER_CLOSE 8 buffer");
    assertStacks(json.misuse().get(0), "Tensor.close", "Tensor.toHost");
    assertStacks(json.misuse().get(1), "Buffer.close", "Buffer.readShorts");
  }

  @OneJdk
  void theListNamesEachWithWhatMustBeRead(Jdk jdk) throws Exception {
    JvmResult result = TestJvm.on(jdk).demo("faults", "--list").run().expectSuccess();
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines())
        .hasSize(16)
        .anyMatch(line -> line.matches("cb-never-freed +001 +ORPHANED +.*"));
    List<String> completed = new ArrayList<>();
    CommandSpec demo = Main.described().getSubcommands().get("demo").getCommandSpec();
    demo.positionalParameters().get(1).completionCandidates().forEach(completed::add);
    assertThat(completed)
        .as("what a shell completes")
        .containsAll(result.out().lines().skip(1).map(line -> line.split(" ", -1)[0]).toList());
  }

  @Variant
  @OneJdk
  void theAgentSaysNothingWhereNothingIsRun(Jdk jdk) throws Exception {
    JvmResult result = TestJvm.on(jdk).demo("faults").run().expectStatus(1);
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).startsWith("demo: faults needs a name; ").hasLineCount(1);
  }

  private static void assertStacks(JsonObject misuse, String first, String second) {
    assertThat(JsonReport.frames(misuse, "first").get(0)).startsWith(first + "(");
    assertThat(JsonReport.frames(misuse, "second").get(0)).startsWith(second + "(");
    assertThat(JsonReport.frames(misuse, "second")).anyMatch(f -> f.startsWith("Demo.main("));
  }
}
