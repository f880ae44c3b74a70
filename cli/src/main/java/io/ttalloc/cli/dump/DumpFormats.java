package io.ttalloc.cli.dump;

import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.cli.arguments.OptionalJar;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts names on the command line to report formats. */
public final class DumpFormats implements ITypeConverter<DumpFormats.Choice>, Iterable<String> {
  /**
   * The name of the directory format of {@link OptionalJar#VIEWER}, whether or not that JAR file is
   * present.
   */
  public static final String VIEWER = "ttnn";

  /**
   * A format that a user named.
   *
   * @param ofFile the format of a single file; null for the directory format of the viewer
   */
  public record Choice(@Nullable ReportFormat ofFile) {}

  @Override
  public Choice convert(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    ReportFormat format = ReportFormats.byName(lower);
    if (format == null && !lower.equals(VIEWER)) {
      throw new TypeConversionException("expected one of " + names() + " but was '" + name + "'");
    }
    return new Choice(format);
  }

  @Override
  public Iterator<String> iterator() {
    return names().iterator();
  }

  /** Returns the file name suffixes that select a format. */
  public static String suffixes() {
    return ReportFormats.all().stream().map(ReportFormat::suffix).collect(Collectors.joining(", "));
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    for (ReportFormat format : ReportFormats.all()) {
      names.add(format.name());
    }
    names.add(VIEWER);
    return names;
  }
}
