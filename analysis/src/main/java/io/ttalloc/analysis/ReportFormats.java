package io.ttalloc.analysis;

import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.analysis.report.html.HtmlFormat;
import io.ttalloc.analysis.report.jfr.JfrFormat;
import io.ttalloc.analysis.report.json.JsonFormat;
import io.ttalloc.analysis.report.json.SarifFormat;
import io.ttalloc.analysis.report.profile.CollapsedFormat;
import io.ttalloc.analysis.report.profile.HistogramLogFormat;
import io.ttalloc.analysis.report.profile.PprofFormat;
import io.ttalloc.analysis.report.profile.SpeedscopeFormat;
import io.ttalloc.analysis.report.text.JUnitXmlFormat;
import io.ttalloc.analysis.report.text.MarkdownFormat;
import io.ttalloc.analysis.report.text.ShortFormat;
import io.ttalloc.analysis.report.text.TextFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All report formats. */
public final class ReportFormats {
  private static final ReportFormat TEXT = new TextFormat(false, false);

  /**
   * The list of all formats. It is in a separate class, which is loaded only on demand, since most
   * processes write only the text report.
   */
  private static final class All {
    static final List<ReportFormat> FORMATS =
        List.of(
            TEXT,
            new JsonFormat(),
            new CollapsedFormat(),
            new SpeedscopeFormat(),
            new PprofFormat(),
            new HtmlFormat(),
            new HistogramLogFormat(),
            new JfrFormat(),
            new MarkdownFormat(),
            new SarifFormat(),
            new JUnitXmlFormat());
  }

  private ReportFormats() {}

  /** All formats; text comes first. */
  public static List<ReportFormat> all() {
    return All.FORMATS;
  }

  /** The full report as text; {@code colour} adds terminal colours. */
  public static ReportFormat text(boolean colour) {
    return colour ? new TextFormat(true, false) : TEXT;
  }

  /** The short text report, which fits on a screen; {@code colour} adds terminal colours. */
  public static ReportFormat shortText(boolean colour) {
    return new ShortFormat(colour, false);
  }

  /** Returns the short text format if the given format is text, otherwise the given format. */
  public static ReportFormat shortened(ReportFormat format, boolean colour) {
    return format.name().equals(TEXT.name()) ? shortText(colour) : format;
  }

  /**
   * The text report that is printed although the user did not ask for one: the full report if
   * {@code whole}, otherwise the short one. Either report is a single line if the program left none
   * of its own resources open.
   */
  public static ReportFormat unaskedText(boolean whole) {
    return whole ? new TextFormat(false, true) : new ShortFormat(false, true);
  }

  /** The format with this name, or null if there is none. */
  public static @Nullable ReportFormat byName(String name) {
    for (ReportFormat format : All.FORMATS) {
      if (format.name().equals(name)) {
        return format;
      }
    }
    return null;
  }

  /** Whether the format selected by the suffix of the file name lists individual resources. */
  public static boolean listsResources(String fileName) {
    ReportFormat format = bySuffix(fileName);
    return format != null && format.listsResources();
  }

  /**
   * Returns the format selected by the suffix of the file name (the longest suffix if several
   * match), or null if no suffix matches.
   */
  public static @Nullable ReportFormat bySuffix(String fileName) {
    ReportFormat found = null;
    for (ReportFormat format : All.FORMATS) {
      boolean longer = found == null || format.suffix().length() > found.suffix().length();
      if (longer && fileName.endsWith(format.suffix())) {
        found = format;
      }
    }
    return found;
  }
}
