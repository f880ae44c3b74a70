package io.ttalloc.analysis.report;

import java.io.IOException;
import java.io.OutputStream;

/** A way to write a report. Implementations have no state and may be used by any thread. */
public interface ReportFormat {
  /** The name by which it is asked for: {@code text}. */
  String name();

  /** What files of this format end with: {@code .txt}. */
  String suffix();

  /** Whether it is no text, so that a terminal cannot show it. */
  default boolean isBinary() {
    return false;
  }

  /**
   * Writes the whole report and flushes; does not close the stream.
   *
   * @throws IOException the stream did not take it; part of the report may be written
   */
  void write(Report report, OutputStream out) throws IOException;
}
