package io.ttalloc.analysis.report.profile;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.record.TypeEntry;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;

class HistogramLogFormatTest {
  private static final TypeEntry FILE = type("file, open", "java.io.FileInputStream");

  /**
   * The largest error of a lifetime: half the width of a bucket in the ledger, plus 1 % for the
   * histogram log.
   */
  private static final double BUCKET_PERCENT = 6.25 + 1;

  private final LedgerBuilder ledger = ledger();

  @Test
  void hdrHistogramReadsTheLifetimesOfEachTypeAndSite() {
    ledger.closed(FILE, stack("com.acme.Loader.read:42"), 99, 1_000_000);
    ledger.closed(FILE, stack("com.acme.Loader.read:42"), 1, 3_600_000_000_000L);
    ledger.closed(FILE, stack("com.acme.Writer.write:7"), 5, 640);

    HistogramLogReader log = read();

    Histogram reads = (Histogram) log.nextIntervalHistogram();
    assertThat(log.getStartTimeSec()).isEqualTo(1_767_323_045.0);
    assertThat(reads.getTag()).isEqualTo("file__open:Loader.read");
    assertThat(reads.getTotalCount()).isEqualTo(100);
    assertThat(reads.getValueAtPercentile(99))
        .isCloseTo(1_000_000L, withPercentage(BUCKET_PERCENT));
    assertThat(reads.getMaxValue()).isCloseTo(3_600_000_000_000L, withPercentage(BUCKET_PERCENT));
    assertThat(reads.getEndTimeStamp() - reads.getStartTimeStamp()).isEqualTo(2_000);
    Histogram writes = (Histogram) log.nextIntervalHistogram();
    assertThat(writes.getTag()).isEqualTo("file__open:Writer.write");
    assertThat(writes.getTotalCount()).isEqualTo(5);
    assertThat(log.nextIntervalHistogram()).isNull();
  }

  @Test
  void writesTheLargestValueInNanoseconds() {
    ledger.closed(FILE, stack("com.acme.Writer.write:7"), 5, 640);

    assertThat(text())
        .containsPattern("\nTag=file__open:Writer.write,0\\.000,2\\.000,6\\d\\d\\.000,");
  }

  @Test
  void replacesControlCharactersInTags() {
    TypeEntry odd = type("a b,c\u001b\u009b\u202ed", "com.acme.Odd");
    ledger.closed(odd, stack("com.acme.Writer.write:7"), 5, 640);

    assertThat(text()).contains("\nTag=a_b_c_\\u009b\\u202ed:Writer.write,");
    assertThat(((Histogram) read().nextIntervalHistogram()).getTag())
        .isEqualTo("a_b_c_\\u009b\\u202ed:Writer.write");
  }

  @Test
  void isEmptyWithoutAnyClose() {
    ledger.open(FILE, stack("com.acme.Loader.read:42"));

    assertThat(read().nextIntervalHistogram()).isNull();
  }

  private HistogramLogReader read() {
    byte[] utf8 = text().getBytes(StandardCharsets.UTF_8);
    return new HistogramLogReader(new ByteArrayInputStream(utf8));
  }

  private String text() {
    return Reports.written(Reports.of(ledger), ReportFormats.byName("hlog"));
  }
}
