package io.ttalloc.agent.exit;

import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.ObjectTypes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Adds to what a heap dump of this process tells of objects the interfaces of their classes, which
 * no dump has. Of classes with one name, as of all lambdas of a class in JDK 25, an object gets the
 * interfaces of all.
 */
final class LoadedInterfaces {
  private final Map<String, Set<String>> byClass = new HashMap<>();

  private LoadedInterfaces() {}

  /** The report with the interfaces of the classes that are loaded. */
  static HeapReport addedTo(HeapReport report, Class<?>[] loaded) {
    Set<String> asked = new HashSet<>();
    report.withTypes(
        types -> {
          asked.add(types.className());
          return types;
        });
    LoadedInterfaces interfaces = new LoadedInterfaces();
    for (Class<?> each : loaded) {
      String name = inDump(each);
      if (asked.contains(name)) {
        addAll(each, interfaces.byClass.computeIfAbsent(name, key -> new TreeSet<>()));
      }
    }
    return report.withTypes(interfaces::added);
  }

  private ObjectTypes added(ObjectTypes types) {
    Set<String> interfaces = byClass.get(types.className());
    return interfaces == null ? types : types.with(interfaces);
  }

  /** A dump does not have the address that the name of a hidden class ends with. */
  private static String inDump(Class<?> type) {
    String name = type.getTypeName();
    int address = name.indexOf('/');
    return address < 0 ? name : name.substring(0, address);
  }

  private static void addAll(Class<?> type, Set<String> names) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      for (Class<?> implemented : each.getInterfaces()) {
        if (names.add(implemented.getTypeName())) {
          addAll(implemented, names);
        }
      }
    }
  }
}
