package io.ttalloc.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.runtime.device.Device;
import io.ttalloc.runtime.mesh.MeshDevice;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Checks that the classes and members that the rule pack names exist in the model. */
class RuntimePackTest {
  private static final Path PACK = Path.of("..", "rules", "tt-runtime.yaml");
  private static final List<String> METHODS =
      List.of("open", "close", "use", "reclaim", "scope", "infrastructure");
  private static final List<String> VALUES =
      List.of("bytes", "extent", "address", "device", "space", "session", "owns", "label");

  private final List<String> missing = new ArrayList<>();

  @Test
  void namesOnlyWhatTheModelHas() throws Exception {
    List<Map<String, Object>> rules = rules();
    assertThat(rules).isNotEmpty();
    for (Map<String, Object> rule : rules) {
      Class<?> type = Class.forName(rule.get("class").toString());
      METHODS.forEach(clause -> list(rule.get(clause)).forEach(name -> method(type, name)));
      VALUES.forEach(
          clause -> {
            if (rule.containsKey(clause)) {
              value(type, rule.get(clause).toString());
            }
          });
      map(rule.get("sites")).keySet().forEach(name -> method(type, name));
      for (String clause : List.of("hold", "drop")) {
        for (Object transfer : list(rule.get(clause))) {
          Map<String, Object> entry = map(transfer);
          method(type, entry.get("method"));
          for (String key : List.of("resource", "entry")) {
            if (entry.containsKey(key)) {
              parameter(type, entry.get("method").toString(), entry.get(key).toString());
            }
          }
        }
      }
      if (rule.containsKey("statistics")) {
        statistics(type, map(rule.get("statistics")));
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void everyOwnerOfACacheHasTheCallThatIsAdvisedToFreeIt() throws Exception {
    List<String> told =
        rules().stream()
            .filter(rule -> rule.containsKey("freed-by"))
            .map(rule -> rule.get("class") + " " + rule.get("freed-by"))
            .toList();
    assertThat(told)
        .containsExactly(
            "io.ttalloc.runtime.program.ProgramCache owner.disableAndClearProgramCache()");
    for (Class<?> owner : List.of(Device.class, MeshDevice.class)) {
      assertThat(Modifier.isPublic(owner.getMethod("disableAndClearProgramCache").getModifiers()))
          .as(owner.getName())
          .isTrue();
    }
  }

  private void statistics(Class<?> type, Map<String, Object> clause) throws Exception {
    Method method = type.getDeclaredMethod(clause.get("method").toString());
    assertThat(method.getReturnType()).isAssignableTo(Iterable.class);
    assertThat(Modifier.isStatic(method.getModifiers())).isTrue();
    Class<?> row = Class.forName("io.ttalloc.runtime.memory.SpaceStatistics");
    clause.forEach(
        (key, path) -> {
          if (!key.equals("method")) {
            value(row, path.toString());
          }
        });
  }

  private void method(Class<?> type, Object name) {
    if (executables(type, name).isEmpty()) {
      missing.add(type.getName() + "." + name);
    }
  }

  private static List<Executable> executables(Class<?> type, Object name) {
    Stream<? extends Executable> all =
        name.equals("<init>")
            ? Stream.of(type.getDeclaredConstructors())
            : Stream.of(type.getDeclaredMethods()).filter(m -> m.getName().equals(name));
    return all.map(Executable.class::cast).toList();
  }

  private void parameter(Class<?> type, String method, String path) {
    String[] steps = path.split("\\.", 2);
    int index = Integer.parseInt(steps[0].substring(1));
    for (Executable executable : executables(type, method)) {
      if (executable.getParameterCount() <= index) {
        missing.add(type.getName() + "." + method + " " + path);
      } else if (steps.length > 1) {
        value(executable.getParameterTypes()[index], steps[1]);
      }
    }
  }

  private void value(Class<?> type, String path) {
    Class<?> current = type;
    for (String step : path.split("\\.", -1)) {
      if (step.equals("true") || step.equals("false")) {
        return;
      }
      String name = step.replace("()", "");
      List<Method> found =
          Arrays.stream(current.getDeclaredMethods())
              .filter(m -> m.getName().equals(name) && m.getParameterCount() == 0)
              .toList();
      if (!step.endsWith("()") || found.isEmpty()) {
        missing.add(current.getName() + "." + step);
        return;
      }
      current = found.get(0).getReturnType();
    }
  }

  private static List<Map<String, Object>> rules() throws IOException {
    Load load = new Load(LoadSettings.builder().build());
    Map<String, Object> pack = map(load.loadFromString(Files.readString(PACK)));
    assertThat(pack).containsEntry("pack", "tt-runtime");
    return list(pack.get("rules")).stream().map(RuntimePackTest::map).toList();
  }

  private static List<?> list(@Nullable Object node) {
    return node == null ? List.of() : List.copyOf((Collection<?>) node);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(@Nullable Object node) {
    return node == null ? Map.of() : (Map<String, Object>) node;
  }
}
