package io.ttalloc.agent.weave;

import io.ttalloc.probe.rule.ProbeRules;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The facts registered with a probe, as text for comparisons. */
public final class ProbeText {
  private ProbeText() {}

  public static String of(ProbeRules rules) throws IllegalAccessException {
    return text(rules);
  }

  private static String text(@Nullable Object value) throws IllegalAccessException {
    if (value == null || value.getClass().isEnum()) {
      return String.valueOf(value);
    }
    if (value.getClass().isArray()) {
      StringBuilder all = new StringBuilder("[");
      for (int i = 0; i < Array.getLength(value); i++) {
        all.append(text(Array.get(value, i))).append(' ');
      }
      return all.append(']').toString();
    }
    if (value instanceof Map<?, ?> map) {
      TreeSet<String> all = new TreeSet<>();
      for (Map.Entry<?, ?> each : map.entrySet()) {
        all.add(text(each.getKey()) + "=" + text(each.getValue()));
      }
      return all.toString();
    }
    if (value instanceof Collection<?> collection) {
      TreeSet<String> all = new TreeSet<>();
      for (Object each : collection) {
        all.add(text(each));
      }
      return all.toString();
    }
    return value.getClass().getName().startsWith("io.ttalloc.") ? fields(value) : value.toString();
  }

  private static String fields(Object value) throws IllegalAccessException {
    StringBuilder all = new StringBuilder("{");
    for (Field field : value.getClass().getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
        field.setAccessible(true);
        all.append(field.getName()).append(':').append(text(field.get(value))).append(' ');
      }
    }
    return all.append('}').toString();
  }
}
