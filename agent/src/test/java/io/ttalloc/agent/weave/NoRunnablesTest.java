package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

/**
 * Tests that in the weaving code only a class with a thread of its own implements {@link Runnable}
 * or a similar interface. Other agents add their own calls to such classes; inside the transformer,
 * such a call could need the very class that is being loaded.
 */
class NoRunnablesTest {
  private static final Set<String> CHANGED_BY_OTHERS =
      Set.of(
          "java/lang/Runnable",
          "java/util/concurrent/Callable",
          "java/util/concurrent/Executor",
          "java/util/concurrent/Future");

  /** The class files of the weaving code, excluding test classes. */
  private static List<ClassReader> classes() throws Exception {
    Path root = Path.of(Weaving.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<ClassReader> classes = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root.resolve("io/ttalloc/agent/weave"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        classes.add(new ClassReader(Files.readAllBytes(file)));
      }
    }
    return classes;
  }

  @Test
  void onlyWhatHasAThreadOfItsOwnIsARunnable() throws Exception {
    assertThat(classes()).hasSizeGreaterThan(20);
    assertThat(classes())
        .filteredOn(each -> Stream.of(each.getInterfaces()).anyMatch(CHANGED_BY_OTHERS::contains))
        .extracting(ClassReader::getClassName)
        .containsExactly("io/ttalloc/agent/weave/late/UnseenClasses");
  }
}
