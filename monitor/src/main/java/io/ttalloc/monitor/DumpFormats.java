package io.ttalloc.monitor;

import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.ReportFormat;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The formats of reports as the command line names them. */
final class DumpFormats implements ITypeConverter<ReportFormat>, Iterable<String> {

  @Override
  public ReportFormat convert(String name) {
    ReportFormat format = ReportFormats.byName(name.toLowerCase(Locale.ROOT));
    if (format == null) {
      throw new TypeConversionException("expected one of " + names() + " but was '" + name + "'");
    }
    return format;
  }

  @Override
  public Iterator<String> iterator() {
    return names().iterator();
  }

  /** The suffixes of file names that choose a format. */
  static String suffixes() {
    return ReportFormats.all().stream().map(ReportFormat::suffix).collect(Collectors.joining(", "));
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    for (ReportFormat format : ReportFormats.all()) {
      names.add(format.name());
    }
    return names;
  }
}
