package io.ttalloc.analysis.report.profile;

import io.ttalloc.analysis.facts.Lifetime;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.text.VisibleText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Lifetimes of closed resources in nanoseconds, as a log of HdrHistogram: one line for each type
 * and site, tagged {@code type:site}, over the whole life of the process.
 */
public final class HistogramLogFormat extends ReportFormat {
  /** Accurate to 1 %, which is finer than the ledger's buckets. */
  private static final int SIGNIFICANT_DIGITS = 2;

  private static final double NANOS_PER_SECOND = 1e9;

  /** Values are written unscaled. */
  private static final double UNIT = 1;

  public HistogramLogFormat() {
    super("hlog", ".hlog");
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream text = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    Instant start = report.process().clock().base();
    double seconds = Math.max(0, report.process().clock().lastSeenNanos()) / NANOS_PER_SECOND;
    HistogramLogWriter log = new HistogramLogWriter(text);
    log.outputComment("[tt-alloc: lifetimes of closed resources in nanoseconds; Tag=type:site]");
    log.outputLogFormatVersion();
    log.outputStartTime(start.toEpochMilli());
    log.outputLegend();
    for (Lifetime lifetime : report.history().lifetimes()) {
      Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
      for (Lifetime.Bucket bucket : lifetime.buckets()) {
        histogram.recordValueWithCount(bucket.nanos(), bucket.count());
      }
      histogram.setTag(tag(lifetime.type() + ":" + lifetime.site()));
      log.outputIntervalHistogram(0, seconds, histogram, UNIT);
    }
    text.flush();
    bytes.writeTo(out);
    out.flush();
  }

  /** Returns the name as a tag, without commas and line breaks, which would end the tag. */
  private static String tag(String name) {
    return VisibleText.of(name.replaceAll("[\\s,\\p{Cntrl}]", "_"));
  }
}
