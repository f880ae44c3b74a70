package io.ttalloc.analysis.report;

import java.io.IOException;
import java.io.OutputStream;

/** A way to write a report. Implementations have no state and may be used by any thread. */
public abstract class ReportFormat {
  private final String name;
  private final String suffix;

  /**
   * Creates a format.
   *
   * @param name the name by which a user chooses the format, such as {@code text}
   * @param suffix the suffix of the names of its files, such as {@code .txt}
   */
  protected ReportFormat(String name, String suffix) {
    this.name = name;
    this.suffix = suffix;
  }

  public final String name() {
    return name;
  }

  public final String suffix() {
    return suffix;
  }

  /** Whether the output is binary, so that a terminal cannot show it. */
  public boolean isBinary() {
    return false;
  }

  /**
   * Whether this format shows individual resources, which findings contain only if {@code
   * AnalysisOptions.listing} is set.
   */
  public boolean listsResources() {
    return false;
  }

  /**
   * Writes the whole report and flushes the stream without closing it.
   *
   * @throws IOException if the stream failed; part of the report may have been written
   */
  public abstract void write(Report report, OutputStream out) throws IOException;
}
