package io.ttalloc.analysis.report.profile;

import io.ttalloc.analysis.report.Index;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.VisibleText;
import java.util.List;

/**
 * The tables of texts, functions and locations that samples refer to by number. Texts start with
 * number 0, the empty text; functions and locations start with 1. Not thread-safe.
 */
final class ProfileTables {
  private record Function(String name, String file) {}

  private record Location(long function, int line) {}

  private final Index<String> texts = new Index<>();
  private final Index<Function> functions = new Index<>();
  private final Index<Location> locations = new Index<>();

  ProfileTables() {
    text("");
  }

  long text(String text) {
    return texts.of(VisibleText.of(text));
  }

  /** Returns the locations of a stack, innermost first. */
  long[] stack(List<Frame> frames) {
    long[] stack = new long[frames.size()];
    for (int i = 0; i < stack.length; i++) {
      Frame frame = frames.get(i);
      String file = frame.file() == null ? "" : frame.file();
      String name = frame.className() + "." + frame.method();
      stack[i] = location(name, file, Math.max(0, frame.line()));
    }
    return stack;
  }

  /** Returns a location that has a name instead of a call. */
  long named(String name) {
    return location(name, "", 0);
  }

  private long location(String name, String file, int line) {
    long function = 1L + functions.of(new Function(name, file));
    return 1L + locations.of(new Location(function, line));
  }

  /** Writes the tables; texts come last, because writing functions adds texts. */
  void write(ProtoWriter profile) {
    for (Location location : locations.values()) {
      ProtoWriter line = new ProtoWriter();
      line.number(ProfileFields.LINE_FUNCTION, location.function());
      line.number(ProfileFields.LINE_LINE, location.line());
      ProtoWriter message = new ProtoWriter();
      message.number(ProfileFields.LOCATION_ID, 1L + locations.of(location));
      message.message(ProfileFields.LOCATION_LINE, line);
      profile.message(ProfileFields.PROFILE_LOCATION, message);
    }
    for (Function function : functions.values()) {
      ProtoWriter message = new ProtoWriter();
      message.number(ProfileFields.FUNCTION_ID, 1L + functions.of(function));
      message.number(ProfileFields.FUNCTION_NAME, text(function.name()));
      message.number(ProfileFields.FUNCTION_SYSTEM_NAME, text(function.name()));
      message.number(ProfileFields.FUNCTION_FILE, text(function.file()));
      profile.message(ProfileFields.PROFILE_FUNCTION, message);
    }
    for (String text : texts.values()) {
      profile.text(ProfileFields.PROFILE_TEXT, text);
    }
  }
}
