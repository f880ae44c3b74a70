package io.ttalloc.analysis.report.pprof;

import io.ttalloc.ledger.read.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What samples name by number: texts, functions and locations, each once. Numbers of texts begin
 * with 0, which is the empty text; those of functions and locations with 1. Not thread-safe.
 */
final class ProfileTables {
  private record Function(String name, String file) {}

  private record Location(long function, int line) {}

  private final Map<String, Long> texts = new LinkedHashMap<>();
  private final Map<Function, Long> functions = new LinkedHashMap<>();
  private final Map<Location, Long> locations = new LinkedHashMap<>();

  ProfileTables() {
    text("");
  }

  long text(String text) {
    return texts.computeIfAbsent(text, k -> (long) texts.size());
  }

  /** A stack as locations, innermost first as it is. */
  List<Long> stack(List<Frame> frames) {
    List<Long> stack = new ArrayList<>(frames.size());
    for (Frame frame : frames) {
      String file = frame.file() == null ? "" : frame.file();
      String name = frame.className() + "." + frame.method();
      stack.add(location(name, file, Math.max(0, frame.line())));
    }
    return stack;
  }

  /** A location that is no call. */
  long named(String name) {
    return location(name, "", 0);
  }

  private long location(String name, String file, int line) {
    long function = functions.computeIfAbsent(new Function(name, file), k -> functions.size() + 1L);
    return locations.computeIfAbsent(new Location(function, line), k -> locations.size() + 1L);
  }

  /** Writes the tables; texts come last, because functions need them. */
  void write(ProtoWriter profile) {
    locations.forEach(
        (location, id) -> {
          ProtoWriter line = new ProtoWriter();
          line.number(ProfileFields.LINE_FUNCTION, location.function());
          line.number(ProfileFields.LINE_LINE, location.line());
          ProtoWriter message = new ProtoWriter();
          message.number(ProfileFields.LOCATION_ID, id);
          message.message(ProfileFields.LOCATION_LINE, line);
          profile.message(ProfileFields.PROFILE_LOCATION, message);
        });
    functions.forEach(
        (function, id) -> {
          ProtoWriter message = new ProtoWriter();
          message.number(ProfileFields.FUNCTION_ID, id);
          message.number(ProfileFields.FUNCTION_NAME, text(function.name()));
          message.number(ProfileFields.FUNCTION_SYSTEM_NAME, text(function.name()));
          message.number(ProfileFields.FUNCTION_FILE, text(function.file()));
          profile.message(ProfileFields.PROFILE_FUNCTION, message);
        });
    for (String text : texts.keySet()) {
      profile.text(ProfileFields.PROFILE_TEXT, text);
    }
  }
}
