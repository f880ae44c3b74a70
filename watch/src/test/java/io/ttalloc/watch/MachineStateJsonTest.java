package io.ttalloc.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
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

  private JsonObject process(int mostSites) throws IOException {
    SampleLedger.of(folder, 7, NOON, "app.Main").open("file", 1).ended(2);
    try (MachineWatch watch = new MachineWatch(List.of(folder), 1.0)) {
      StringWriter out = new StringWriter();
      MachineStateJson.writeLine(
          watch.judged((number, of) -> {}), NativeState.NONE, List.of(folder), mostSites, out);
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

  @Test
  void partsThatAReportSawLaterOrEarlierAreCutToTheBytes() {
    DeviceUse use = new DeviceUse(0, "L1", 100, 200, 3, 1, 400L, 60, 70, 80);

    assertThat(use.parts()).isEqualTo(new DeviceUse.Parts(0, 60, 40, 0));
    assertThat(new DeviceUse(0, "L1", 300, 300, 3, 1, 400L, 60, 70, 80).parts())
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

  private static DeviceUse.@Nullable Fill fill(long bytes, @Nullable Long capacity) {
    return new DeviceUse(0, "L1", bytes, bytes, 1, 0, capacity, 0, 0, 0).fill();
  }
}
