package io.ttalloc.agent.jmx;

import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.ReportFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where clients may have reports written, who may be far away and have no rights on this machine:
 * beside the ledger, which is a place of this process for the same contents, and a bounded number
 * of them. Thread-safe.
 */
final class ReportFolder {
  static final int MOST_REPORTS = 100;

  /** Nothing by which a name leads elsewhere, is hidden, or steers a terminal that lists it. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  /** A report to be written. */
  record NewReport(Path file, ReportFormat format) {}

  private final Path ledger;

  /** Those that were asked for and may exist; guarded by itself. */
  private final Set<Path> asked = new LinkedHashSet<>();

  ReportFolder(Path ledger) {
    this.ledger = ledger.toAbsolutePath();
  }

  /**
   * What is to be written by this name.
   *
   * @throws IllegalArgumentException there can be no report of this name
   * @throws IOException there are as many as may be
   */
  NewReport newReport(String name) throws IOException {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the name is not allowed, expected at most 100 of the characters A-Z, a-z, 0-9, '.', '_'"
              + " and '-', the first a letter or digit, and no folder: reports are written to "
              + ledger.getParent()
              + "; nothing was written");
    }
    ReportFormat format = ReportFormats.bySuffix(name);
    if (format == null) {
      throw new IllegalArgumentException(
          "the format of '%s' is unknown, expected a name that ends in one of %s; nothing was written"
              .formatted(
                  name,
                  ReportFormats.all().stream()
                      .map(ReportFormat::suffix)
                      .collect(Collectors.joining(", "))));
    }
    Path file = ledger.resolveSibling(name);
    synchronized (asked) {
      asked.removeIf(each -> !Files.exists(each, LinkOption.NOFOLLOW_LINKS));
      if (asked.size() >= MOST_REPORTS) {
        throw new IOException(
            "there are %d reports of this bean in %s, expected fewer than %d; nothing was written: remove some"
                .formatted(asked.size(), ledger.getParent(), MOST_REPORTS));
      }
      asked.add(file);
    }
    return new NewReport(file, format);
  }
}
