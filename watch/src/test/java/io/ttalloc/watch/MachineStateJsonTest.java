package io.ttalloc.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.watch.ledgers.SampleLedger;
import io.ttalloc.watch.natives.NativeState;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineStateJsonTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");

  @TempDir private Path folder;

  private JsonObject process(int maxSites) throws IOException {
    SampleLedger.of(folder, 7, NOON, "app.Main").open("file", 1).ended(2);
    try (MachineWatch watch = new MachineWatch(List.of(folder), 1.0)) {
      StringWriter out = new StringWriter();
      MachineStateJson.writeLine(
          watch.judged((number, count) -> {}), NativeState.NONE, List.of(folder), maxSites, out);
      return JsonParser.parseString(out.toString())
          .getAsJsonObject()
          .getAsJsonArray("processes")
          .get(0)
          .getAsJsonObject();
    }
  }

  @Test
  void asManySitesAreWrittenAsMayBe() throws IOException {
    JsonObject process = process(1);

    assertThat(process.getAsJsonArray("sites")).hasSize(1);
    assertThat(process.get("omittedSites").getAsLong()).isZero();
  }

  @Test
  void theOthersAreAmongThoseOmitted() throws IOException {
    JsonObject process = process(0);

    assertThat(process.getAsJsonArray("sites")).isEmpty();
    assertThat(process.get("omittedSites").getAsLong()).isEqualTo(1);
    assertThat(process.get("live").getAsLong()).isEqualTo(1);
  }

  /**
   * Device 0 may be a different chip in each process, and each allocator reports the whole memory
   * of its chip.
   */
  @Test
  void devicesOfTwoProcessesAreNotAddedUp() throws IOException {
    SampleLedger one = SampleLedger.of(folder, 7, NOON, "a").openOn(0, "DRAM", "buffer", 36);
    SampleLedger two = SampleLedger.of(folder, 8, NOON, "b").openOn(0, "DRAM", "buffer", 36);
    try (LedgerLock first = one.running();
        LedgerLock second = two.running();
        MachineWatch watch = new MachineWatch(List.of(folder), 1.0)) {
      StringWriter out = new StringWriter();
      MachineStateJson.writeLine(
          watch.judged((number, count) -> {}), NativeState.NONE, List.of(folder), 1, out);

      assertThat(JsonParser.parseString(out.toString()).getAsJsonObject().getAsJsonArray("devices"))
          .extracting(use -> use.getAsJsonObject().get("share").getAsDouble())
          .containsExactly(0.64, 0.64);
    } finally {
      one.ended(1);
      two.ended(1);
    }
  }

  @Test
  void partsAreCutToTheCapacity() {
    DeviceUse.Reported reported = new DeviceUse.Reported(300, 60, 70, 80, 0, null);

    assertThat(new DeviceUse(0, "L1", 300, 300, 3, 1, 100L, reported).parts())
        .isEqualTo(new DeviceUse.Parts(0, 30, 0, 70));
    assertThat(new DeviceUse(0, "L1", 300, 300, 3, 1, 400L, reported).parts())
        .isEqualTo(new DeviceUse.Parts(90, 60, 80, 70));
  }

  @Test
  void aDeviceIsHighFromThreeQuartersAndFullFromNineTenths() {
    assertThat(fill(299, 400L)).isEqualTo(DeviceUse.Fill.LOW);
    assertThat(fill(300, 400L)).isEqualTo(DeviceUse.Fill.HIGH);
    assertThat(fill(359, 400L)).isEqualTo(DeviceUse.Fill.HIGH);
    assertThat(fill(360, 400L)).isEqualTo(DeviceUse.Fill.FULL);
    assertThat(fill(360, null)).isNull();
  }

  /** A mesh without resources uses 204 KiB of the 256 KiB of KERNEL_CONFIG. */
  @Test
  void whatTheSystemTakesForItselfIsNoReasonForConcern() {
    assertThat(level(208_896, 208_896)).isZero();
    assertThat(level(208_896 + 26_624, 208_896)).isEqualTo(0.5);
    assertThat(level(262_144, 208_896)).isEqualTo(1);
    assertThat(level(2 * 262_144, 208_896)).isEqualTo(1);
    assertThat(level(262_144, 262_144)).isZero();
  }

  private static @Nullable Double level(long used, long system) {
    return new ReportDigest.Parts(0, 0, system, 0, 0, used, 262_144L).level();
  }

  /** The mesh was closed when the report was made; by now it is open again. */
  @Test
  void whatIsInUseIsOfTheReportAsAWhole() {
    DeviceUse use =
        new DeviceUse(
            0,
            "KERNEL_CONFIG",
            208_896,
            208_896,
            16,
            0,
            262_144L,
            new DeviceUse.Reported(0, 0, 0, 0, 0, level(0, 0)));

    assertThat(use.usedBytes()).isZero();
    assertThat(use.share()).isZero();
    assertThat(use.fill()).isEqualTo(DeviceUse.Fill.LOW);
    DeviceUse closed =
        new DeviceUse(
            0,
            "L1",
            0,
            262_144,
            16,
            16,
            262_144L,
            new DeviceUse.Reported(262_144, 0, 0, 0, 0, level(262_144, 0)));
    assertThat(closed.share()).isEqualTo(1);
    assertThat(closed.fill()).isEqualTo(DeviceUse.Fill.FULL);
  }

  /**
   * Circular buffers of many programs, or resources of earlier sessions, have the same addresses.
   */
  @Test
  void memoryInUseIsEachAddressOnceAndNeverMoreThanThereIs() {
    DeviceUse overlapping =
        new DeviceUse(
            0, "L1", 900, 900, 9, 0, 400L, new DeviceUse.Reported(200, 800, 30, 50, 700, null));

    assertThat(overlapping.usedBytes()).isEqualTo(200);
    assertThat(overlapping.share()).isEqualTo(0.5);
    assertThat(overlapping.parts()).isEqualTo(new DeviceUse.Parts(20, 100, 50, 30));
    DeviceUse cachedTwice =
        new DeviceUse(
            0, "DRAM", 300, 300, 9, 0, 400L, new DeviceUse.Reported(200, 0, 0, 200, 100, null));
    assertThat(cachedTwice.parts()).isEqualTo(new DeviceUse.Parts(100, 0, 100, 0));
    DeviceUse notYetJudged =
        new DeviceUse(0, "L1", 900, 900, 9, 0, 400L, new DeviceUse.Reported(900, 0, 0, 0, 0, null));
    assertThat(notYetJudged.usedBytes()).isEqualTo(400);
  }

  private static DeviceUse.@Nullable Fill fill(long bytes, @Nullable Long capacity) {
    Double level = new ReportDigest.Parts(0, 0, 0, 0, 0, bytes, capacity).level();
    return new DeviceUse(
            0, "L1", bytes, bytes, 1, 0, capacity, new DeviceUse.Reported(bytes, 0, 0, 0, 0, level))
        .fill();
  }
}
