package io.ttalloc.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the sizes of packages, class cycles and records, and the names of classes. */
@Tag("gate")
class ShapeTest {
  private static final int MAX_CLASSES = 25;
  private static final int MAX_CYCLE = 5;
  private static final int MAX_COMPONENTS = 10;

  /** Packages that may have more classes than others, with the reason. */
  private static final Map<String, String> LARGER =
      Map.of("io.ttalloc.rules.clause", "one class for each clause");

  static List<Module> modules() {
    return Module.underTest();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aPackageIsSmallEnoughToBeRead(Module module) {
    Map<String, Long> sizes =
        topLevel(module).stream()
            .collect(
                Collectors.groupingBy(
                    JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
    sizes.values().removeIf(size -> size <= MAX_CLASSES);
    sizes.keySet().removeAll(LARGER.keySet());
    assertThat(sizes).as("packages with more than %d classes", MAX_CLASSES).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void classesUseEachOtherInSmallCirclesOnly(Module module) {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass type : module.classes()) {
      Set<String> used = uses.computeIfAbsent(outermost(type), name -> new TreeSet<>());
      type.getDirectDependenciesFromSelf()
          .forEach(dependency -> used.add(outermost(dependency.getTargetClass())));
    }
    assertThat(new Cycles(uses).largerThan(MAX_CYCLE))
        .as("cycles of more than %d classes", MAX_CYCLE)
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aNameStandsForOneClassOfAModule(Module module) {
    Map<String, List<String>> byName =
        topLevel(module).stream()
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    TreeMap::new,
                    Collectors.mapping(JavaClass::getName, Collectors.toList())));
    byName.values().removeIf(classes -> classes.size() == 1);
    assertThat(byName).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aRecordHasFewComponents(Module module) {
    Map<String, Long> sizes = new TreeMap<>();
    for (JavaClass type : module.classes()) {
      if (type.isRecord()) {
        sizes.put(
            type.getName(),
            type.getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                .count());
      }
    }
    sizes.values().removeIf(size -> size <= MAX_COMPONENTS);
    assertThat(sizes).as("records of more than %d components", MAX_COMPONENTS).isEmpty();
  }

  @Test
  void findsACycle() {
    Map<String, Set<String>> uses =
        Map.of("a", Set.of("b"), "b", Set.of("c", "d"), "c", Set.of("a"), "d", Set.of("d"));
    assertThat(new Cycles(uses).largerThan(1)).containsExactly(Set.of("a", "b", "c"));
    assertThat(new Cycles(uses).largerThan(3)).isEmpty();
  }

  private static List<JavaClass> topLevel(Module module) {
    return module.classes().stream()
        .filter(
            type -> !type.getName().contains("$") && !type.getSimpleName().equals("package-info"))
        .toList();
  }

  private static String outermost(JavaClass type) {
    String name = type.getBaseComponentType().getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  /** The strongly connected components of a graph, by Tarjan's algorithm. */
  private static final class Cycles {
    private final Map<String, Set<String>> uses;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> path = new ArrayDeque<>();
    private final List<Set<String>> components = new ArrayList<>();

    Cycles(Map<String, Set<String>> uses) {
      this.uses = uses;
      for (String node : uses.keySet()) {
        if (!numbers.containsKey(node)) {
          visit(node);
        }
      }
    }

    private void visit(String node) {
      int number = numbers.size();
      numbers.put(node, number);
      lowest.put(node, number);
      path.push(node);
      for (String next : uses.getOrDefault(node, Set.of())) {
        if (!numbers.containsKey(next)) {
          visit(next);
          lowest.merge(node, lowest.get(next), Math::min);
        } else if (path.contains(next)) {
          lowest.merge(node, numbers.get(next), Math::min);
        }
      }
      if (lowest.get(node) == number) {
        Set<String> component = new TreeSet<>();
        String member;
        do {
          member = path.pop();
          component.add(member);
        } while (!member.equals(node));
        components.add(component);
      }
    }

    List<Set<String>> largerThan(int size) {
      return components.stream().filter(component -> component.size() > size).toList();
    }
  }
}
