package io.ttalloc.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.session.DevicePool;
import io.ttalloc.runtime.ttnn.Bfloat16;
import io.ttalloc.runtime.ttnn.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DemoTest {
  private static final String SYSTEM_ON = "; system per device: 208,896 B each (0-7)";
  private static final String SYSTEM_OFF = "; system per device: 0 B each (0-7)";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @AfterEach
  void leavesNothing() {
    assertThat(DevicePool.instance().sessions()).isEmpty();
  }

  @Test
  void keepsTheKernelsOfTheCacheWhenTheMeshIsClosed() {
    MeshDevice mesh = new MeshScenario(1, false).run(new StageReport(out));
    assertThat(stages())
        .containsExactly(
            stage("opened", "0", "0", SYSTEM_ON),
            stage("before deallocation", "14,716,928", "12,288", SYSTEM_ON),
            stage("deallocated", "36,864", "12,288", SYSTEM_ON),
            stage("closed", "36,864", "12,288", SYSTEM_OFF));
    assertThat(mesh.numProgramCacheEntries()).isEqualTo(2);
    mesh.clearProgramCache();
  }

  @Test
  void leavesNothingWhenTheCacheIsCleared() {
    new MeshScenario(1, true).run(new StageReport(out));
    assertThat(stages())
        .containsExactly(
            stage("opened", "0", "0", SYSTEM_ON),
            stage("before deallocation", "14,716,928", "12,288", SYSTEM_ON),
            stage("deallocated", "36,864", "12,288", SYSTEM_ON),
            stage("cleared", "0", "0", SYSTEM_ON),
            stage("closed", "0", "0", SYSTEM_OFF));
    assertThat(DevicePool.instance().sessions()).isEmpty();
  }

  @Test
  void makesNoMoreEntriesHoweverManyIterations() {
    MeshDevice mesh = new MeshScenario(4, false).run(new StageReport(out));
    assertThat(printed()).contains("program cache          2 entries");
    assertThat(stages()).last().isEqualTo(stage("closed", "36,864", "12,288", SYSTEM_OFF));
    mesh.clearProgramCache();
  }

  @Test
  void accumulatesInTheSumAndNotByAddress() {
    List<MeshDevice> meshes = new AccumulateScenario(3, false).run(out);
    assertThat(printed().lines())
        .containsExactly(
            run(1, "36,864", "12,288"), run(2, "73,728", "24,576"), run(3, "110,592", "36,864"));
    meshes.forEach(MeshDevice::clearProgramCache);
  }

  @Test
  void accumulatesNothingWhenTheCacheIsClearedEachTime() {
    new AccumulateScenario(2, true).run(out);
    assertThat(printed()).contains("run 2   DRAM per device: 0 B each (0-7)");
    assertThat(DevicePool.instance().sessions()).isEmpty();
  }

  @Test
  void operandsRepeatAPatternBetweenMinusOneAndOne() {
    short[] values;
    try (MeshDevice mesh = MeshDevice.open(MeshScenario.MESH);
        Tensor left = Operands.left(mesh)) {
      values = left.toHost();
    }
    int period = 239;
    assertThat(values).hasSize(8 * 8 * 256 * 128);
    assertThat(Bfloat16.toFloat(values[0])).isCloseTo(-1, within(0.01f));
    assertThat(Bfloat16.toFloat(values[period / 2])).isCloseTo(0, within(0.01f));
    assertThat(Bfloat16.toFloat(values[period - 1])).isCloseTo(1, within(0.01f));
    assertThat(Arrays.mismatch(values, period, values.length, values, 0, values.length - period))
        .as("first value that does not repeat the one a period before it")
        .isEqualTo(-1);
  }

  @Test
  void aFaultIsSetUpAndShown() {
    assertThat(Demo.run(new String[] {"faults", "close-fails"}, out)).isEqualTo(Demo.Outcome.RAN);
    assertThat(printed()).contains("close failed: ");
    assertThat(stages()).last().isEqualTo(stage("closed", "0", "0", SYSTEM_OFF));
  }

  @Test
  void saysInOneLineThatItDoesNotUnderstand() {
    assertThat(Demo.run(new String[] {"unheard-of"}, out)).isEqualTo(Demo.Outcome.NOT_UNDERSTOOD);
    assertThat(printed().lines())
        .singleElement()
        .asString()
        .startsWith("demo: unknown scenario 'unheard-of'; expected mesh");
  }

  @Test
  void printsItsUsage() {
    assertThat(Demo.run(new String[] {"--help"}, out)).isEqualTo(Demo.Outcome.ONLY_TOLD);
    assertThat(printed()).isEqualTo(DemoArguments.USAGE);
  }

  private static String stage(String name, String dram, String l1, String system) {
    return "%-22s DRAM per device: %s B each (0-7); L1 on device 0: %s B%s"
        .formatted(name, dram, l1, system);
  }

  private static String run(int run, String dram, String l1) {
    return ("run %-3d DRAM per device: %s B each (0-7), distinct addresses 36,864 B each (0-7);"
            + " L1 on device 0: %s B, distinct addresses 12,288 B")
        .formatted(run, dram, l1);
  }

  private List<String> stages() {
    return printed().lines().filter(line -> line.contains("DRAM per device")).toList();
  }

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
