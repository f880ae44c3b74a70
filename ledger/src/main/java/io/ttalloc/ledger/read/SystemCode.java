package io.ttalloc.ledger.read;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.SystemCodeRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Code that rules declare as the system's own without weaving it. A resource is infrastructure if a
 * frame of such code is on the stack that opened it. Only {@link #isOn} is thread-safe.
 */
public final class SystemCode {
  private static final String ONE_PACKAGE = ".*";
  private static final String AND_BELOW = ".**";

  private final Map<String, List<String>> methods = new HashMap<>();
  private final List<String> patterns = new ArrayList<>();

  /** The scope for each tally id; empty for resources that other code opened. */
  private final Map<Integer, String> scopes = new HashMap<>();

  /** Collects the system code that the records of a ledger specify. */
  public SystemCode(List<SystemCodeRecord> said) {
    for (SystemCodeRecord each : said) {
      if (each.method() != null) {
        methods.computeIfAbsent(each.classes(), name -> new ArrayList<>()).add(each.method());
      } else {
        patterns.add(each.classes());
      }
    }
  }

  /** Whether a stack has a frame of system code. */
  public boolean isOn(List<Frame> stack) {
    return !outermost(stack).isEmpty();
  }

  /** The outermost frame of system code on the stack of a tally; null if there is none. */
  @Nullable String scopeOf(TallyEntry tally) {
    if (methods.isEmpty() && patterns.isEmpty()) {
      return null;
    }
    String scope = scopes.computeIfAbsent(tally.id(), id -> outermost(tally.stack()));
    return scope.isEmpty() ? null : scope;
  }

  private String outermost(List<Frame> stack) {
    for (int i = stack.size() - 1; i >= 0; i--) {
      Frame frame = stack.get(i);
      if (isSystem(frame)) {
        String name = frame.className();
        return name.substring(name.lastIndexOf('.') + 1) + "." + frame.method();
      }
    }
    return "";
  }

  private boolean isSystem(Frame frame) {
    String name = frame.className();
    if (methods.getOrDefault(name, List.of()).contains(frame.method())) {
      return true;
    }
    return patterns.stream().anyMatch(pattern -> covers(pattern, name));
  }

  private static boolean covers(String pattern, String name) {
    if (pattern.endsWith(AND_BELOW)) {
      return name.startsWith(withDot(pattern, AND_BELOW));
    }
    if (pattern.endsWith(ONE_PACKAGE)) {
      String start = withDot(pattern, ONE_PACKAGE);
      return name.startsWith(start) && name.indexOf('.', start.length()) < 0;
    }
    return name.equals(pattern);
  }

  private static String withDot(String pattern, String stars) {
    return pattern.substring(0, pattern.length() - stars.length() + 1);
  }
}
