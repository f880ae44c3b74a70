package io.ttalloc.it.watched;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The result of a scrape of {@code /metrics}. Immutable. */
record Metrics(List<String> lines) {
  private static final Pattern STATE = Pattern.compile("state=\"(\\w+)\"");

  Metrics(String text) {
    this(text.lines().toList());
  }

  /** The state of a process; {@code unknown} if it is not listed. */
  String state(long pid) {
    for (String line : of("tt_alloc_process_info", pid)) {
      Matcher state = STATE.matcher(line);
      if (state.find()) {
        return state.group(1);
      }
    }
    return "unknown";
  }

  /** The sum of all series with the given name for a process; -1 if there is none. */
  long sum(String name, long pid) {
    List<String> series = of(name, pid);
    return series.isEmpty() ? -1 : series.stream().mapToLong(Metrics::value).sum();
  }

  private List<String> of(String name, long pid) {
    return lines.stream()
        .filter(line -> line.startsWith(name + "{") && line.contains("pid=\"" + pid + "\""))
        .toList();
  }

  private static long value(String line) {
    return (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
  }
}
