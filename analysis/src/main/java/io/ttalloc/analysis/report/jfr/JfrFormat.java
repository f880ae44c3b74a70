package io.ttalloc.analysis.report.jfr;

import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A recording of JDK Flight Recorder, for JDK Mission Control, {@code jfr} and async-profiler's
 * converter. An open resource is an event {@code ttalloc.ResourceOpen}: it starts when the resource
 * was opened, has the thread and the stack that opened it, and lasts until the reading.
 *
 * <p>The report lists a bounded number of resources of each finding; the others are combined into
 * one event for each device, with their number. So the events of a finding sum to its {@code
 * count}, {@code bytes} and {@code regionBytes} in JSON.
 */
public final class JfrFormat extends ReportFormat {
  public JfrFormat() {
    super("jfr", ".jfr");
  }

  @Override
  public boolean isBinary() {
    return true;
  }

  @Override
  public boolean listsResources() {
    return true;
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    JfrChunk chunk = new JfrChunk();
    new ReportEvents(report, chunk).add();
    long length = Math.max(0, report.process().clock().lastSeenNanos());
    chunk.writeTo(out, report.process().clock().base(), length);
    out.flush();
  }
}
