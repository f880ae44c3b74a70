package io.ttalloc.analysis.report.profile;

import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.VisibleText;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Folded stacks, as flame graph tools read them: a line per stack, with the frames outermost first
 * and joined by semicolons, then a space and the weight.
 *
 * <p>The first two frames are the verdict and the device with its space: {@code [LEFT_OPEN];[device
 * 0 DRAM];...}. The weight is the number of open bytes by region, so the lines of a finding sum to
 * its {@code regionBytes} in JSON. Stacks without bytes (files, sockets, views) have no line,
 * unless nothing at all has bytes: then the weight is the number of open resources.
 */
public final class CollapsedFormat extends ReportFormat {
  public CollapsedFormat() {
    super("collapsed", ".collapsed");
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    List<LiveStack> stacks = LiveStack.of(report);
    boolean bytes = stacks.stream().anyMatch(stack -> stack.bytes() > 0);
    Map<String, Long> lines = new LinkedHashMap<>();
    for (LiveStack stack : stacks) {
      long weight = bytes ? stack.bytes() : stack.count();
      if (weight > 0) {
        lines.merge(folded(stack), weight, Long::sum);
      }
    }
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    for (Map.Entry<String, Long> line : lines.entrySet()) {
      writer.append(line.getKey()).append(' ').append(Long.toString(line.getValue())).write('\n');
    }
    writer.flush();
  }

  private static String folded(LiveStack stack) {
    StringBuilder line = new StringBuilder();
    for (Frame at : stack.framesUnderVerdictAndDevice()) {
      String name = LiveStack.call(at) + (at.line() < 0 ? "" : ":" + at.line());
      // The format has no escapes, and a semicolon in a name would start another frame.
      String frame = VisibleText.of(name).replace(';', ':');
      line.append(line.length() == 0 ? "" : ";").append(frame);
    }
    return line.toString();
  }
}
