package io.ttalloc.analysis;

import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.analysis.report.json.JsonFormat;
import io.ttalloc.analysis.report.text.TextFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The formats that there are. */
public final class ReportFormats {
  private static final ReportFormat TEXT = new TextFormat(false);
  private static final List<ReportFormat> ALL = List.of(TEXT, new JsonFormat());

  private ReportFormats() {}

  /** All formats, text first. */
  public static List<ReportFormat> all() {
    return ALL;
  }

  /** Text for people; {@code colour} adds terminal colours. */
  public static ReportFormat text(boolean colour) {
    return colour ? new TextFormat(true) : TEXT;
  }

  /** The format of this name, or null if there is none. */
  public static @Nullable ReportFormat byName(String name) {
    for (ReportFormat format : ALL) {
      if (format.name().equals(name)) {
        return format;
      }
    }
    return null;
  }

  /** The format whose suffix the file name has, or null if it has none's. */
  public static @Nullable ReportFormat bySuffix(String fileName) {
    for (ReportFormat format : ALL) {
      if (fileName.endsWith(format.suffix())) {
        return format;
      }
    }
    return null;
  }
}
