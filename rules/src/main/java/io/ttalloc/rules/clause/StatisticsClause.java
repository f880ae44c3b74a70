package io.ttalloc.rules.clause;

import io.ttalloc.rules.Clause;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.rules.RuleMapping.Want;
import io.ttalloc.rules.Value;
import io.ttalloc.text.yaml.YamlNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The method that returns the allocator's own statistics. Nothing is woven; the statistics are read
 * at exit and at marks.
 */
public final class StatisticsClause extends Clause<StatisticsClause.Statistics> {
  private static final List<String> KEYS =
      List.of("method", "device", "session", "space", "allocated", "free", "largestFree");

  /**
   * The method to call, and the values to read from each object that it returns. The method is
   * static, has no parameters, and returns an Iterable or an array of objects, one for each device,
   * session and space.
   */
  public record Statistics(
      MethodPattern method,
      @Nullable Value device,
      @Nullable Value session,
      @Nullable Value space,
      Value allocated,
      @Nullable Value free,
      @Nullable Value largestFree) {}

  StatisticsClause() {
    super("statistics");
  }

  @Override
  public @Nullable Statistics read(RuleMapping rule) {
    YamlNode.Entries entries = rule.entries(name(), "a mapping with " + String.join(", ", KEYS));
    if (entries == null) {
      return null;
    }
    RuleMapping item = rule.inner(entries, KEYS);
    MethodPattern method = item.method(true);
    List<String> types = method == null ? null : method.parameterTypes();
    if (method != null && (method.isConstructor() || (types != null && !types.isEmpty()))) {
      item.wrong(
          method.position(),
          "'" + method + "' for 'method' of 'statistics'",
          "a static method without parameters");
    }
    if (!item.has("allocated")) {
      item.wrong(
          rule.position(name()),
          "'statistics' without 'allocated'",
          "allocated: VALUE as well, the bytes that the allocator has handed out");
    }
    Value device = item.value("device", Want.NUMBER, List.of());
    Value session = item.value("session", Want.TEXT, List.of());
    Value space = item.value("space", Want.TEXT, List.of());
    Value allocated = item.value("allocated", Want.NUMBER, List.of());
    Value free = item.value("free", Want.NUMBER, List.of());
    Value largestFree = item.value("largestFree", Want.NUMBER, List.of());
    return method == null || allocated == null
        ? null
        : new Statistics(method, device, session, space, allocated, free, largestFree);
  }
}
