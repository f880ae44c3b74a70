package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.ResourceType;
import io.ttalloc.agent.rules.Rule;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The calls that reports recommend. What one rule opens, another rule of the same type may close:
 * then it is the call of that one. Thread-safe.
 */
final class ReleaseCalls {
  private final Map<String, String> byType = new ConcurrentHashMap<>();

  /** Adds what rules say; of two calls for a type the first counts. */
  void add(List<Rule> rules) {
    for (Rule rule : rules) {
      ResourceType type = rule.type();
      String call = type.release();
      if (call != null) {
        String ignored = byType.putIfAbsent(type.name(), call);
      }
    }
  }

  /** The call for a type; null if no rule says one. */
  @Nullable String of(ResourceType type) {
    String own = type.release();
    return own != null || type.isHolder() ? own : byType.get(type.name());
  }
}
