package io.ttalloc.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.decision.RecordedFinding;
import io.ttalloc.analysis.decision.RecordedReport;
import io.ttalloc.analysis.site.Title;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeptSnapshotsTest {
  private static final Path LEDGER = Path.of("a.ledger");

  private final KeptSnapshots snapshots = new KeptSnapshots(3, 10);

  private String keep(int findings) {
    Map<String, RecordedFinding> all = new LinkedHashMap<>();
    for (int i = 0; i < findings; i++) {
      all.put(
          "f" + i,
          new RecordedFinding("f" + i, "t", "c", "s", null, new Title("s", null), 1, 1, false));
    }
    return snapshots.keep(LEDGER, Instant.EPOCH, new RecordedReport(all)).id();
  }

  @Test
  void theOldestAreDroppedWhenThereAreTooMany() {
    String first = keep(1);
    String second = keep(1);
    keep(1);
    assertThat(snapshots.get(LEDGER, first)).isNotNull();
    keep(1);
    assertThat(snapshots.get(LEDGER, first)).isNull();
    assertThat(snapshots.get(LEDGER, second)).isNotNull();
  }

  @Test
  void theOldestAreDroppedWhenTheyAreTooLarge() {
    String first = keep(4);
    String second = keep(6);
    assertThat(snapshots.get(LEDGER, first)).isNotNull();
    String third = keep(1);
    assertThat(snapshots.get(LEDGER, first)).isNull();
    assertThat(snapshots.get(LEDGER, second)).isNotNull();
    String huge = keep(11);
    assertThat(snapshots.get(LEDGER, third)).isNull();
    assertThat(snapshots.get(LEDGER, huge)).isNull();
  }

  @Test
  void aSnapshotIsOfOneProcess() {
    String id = keep(1);
    assertThat(snapshots.get(Path.of("b.ledger"), id)).isNull();
    assertThat(snapshots.get(LEDGER, "")).isNull();
  }
}
