package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.HEADER_DROPPED_EVENTS;
import static io.ttalloc.ledger.LedgerLayout.HEADER_HOOK_ERRORS;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.write.TestLedger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LossTest {
  @TempDir Path dir;

  @Test
  void eachReasonHasAWordOfTheHeaderOfItsOwn() {
    assertThat(Arrays.stream(Loss.values()).map(Loss::headerOffset))
        .doesNotHaveDuplicates()
        .allMatch(offset -> offset % Long.BYTES == 0)
        .allMatch(offset -> offset >= HEADER_DROPPED_EVENTS)
        .allMatch(offset -> offset + Long.BYTES <= HEADER_HOOK_ERRORS);
    assertThat(Arrays.stream(Loss.values()).map(Loss::words))
        .doesNotHaveDuplicates()
        .noneMatch(String::isBlank);
  }

  @Test
  void aReaderSeesHowManyEventsWereDroppedForWhichReason() throws IOException {
    try (TestLedger ledger = new TestLedger(dir)) {
      assertThat(ledger.read().losses()).isEmpty();
      Map<Loss, Long> expected = new TreeMap<>();
      long count = 0;
      for (Loss loss : Loss.values()) {
        count++;
        for (int i = 0; i < count; i++) {
          ledger.writer.dropped(loss);
        }
        expected.put(loss, count);
      }
      assertThat(ledger.read().losses()).isEqualTo(expected);
      assertThat(ledger.read().dropped()).isEqualTo(21);
    }
  }
}
