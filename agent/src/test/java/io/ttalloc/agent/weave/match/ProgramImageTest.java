package io.ttalloc.agent.weave.match;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.options.TrackedPackages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.assertj.core.api.Assertions;
import org.assertj.core.error.BasicErrorMessageFactory;
import org.junit.jupiter.api.Test;

class ProgramImageTest {
  private static final String PACKAGE = "org/assertj/core/error/";

  /** A subclass of a class that is in the image. */
  private static final class Heir extends BasicErrorMessageFactory {
    Heir() {
      super("");
    }
  }

  /** Loads classes of a jar that also contains their supertypes. */
  private static Class<?>[] loaded() throws Exception {
    Path path =
        Path.of(Assertions.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Class<?>> classes = new ArrayList<>();
    try (JarFile jar = new JarFile(path.toFile())) {
      for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
        String name = all.nextElement().getName();
        if (name.matches(PACKAGE + "\\w+\\.class")) {
          String className = name.substring(0, name.length() - ".class".length());
          classes.add(
              Class.forName(
                  className.replace('/', '.'), false, ProgramImageTest.class.getClassLoader()));
        }
      }
    }
    return classes.toArray(new Class<?>[0]);
  }

  @Test
  void whatItKnowsMayBeWrongAboutAClassAndItsHeirs() throws Exception {
    ClassMatcher matcher =
        new ClassMatcher(
            new RuleIndex(List.of()), new TrackedClasses(TrackedPackages.NOTHING), () -> {});
    ProgramImage image =
        requireNonNull(new ProgramImage.Builder(matcher.index(), null).build(loaded()));
    ProgramImage read = requireNonNull(ProgramImage.of(image.toByteArray(), matcher.hashOfRules()));

    assertThat(matcher.isMisled(Heir.class)).as("without an image").isFalse();
    matcher.use(read);

    assertThat(read.leavesHeirsAlone(Heir.class.getClassLoader(), PACKAGE + "ShouldBeEmpty"))
        .isTrue();
    assertThat(matcher.isMisled(BasicErrorMessageFactory.class)).isTrue();
    assertThat(matcher.isMisled(Heir.class)).isTrue();
    assertThat(matcher.isMisled(String.class)).isFalse();
    assertThat(ProgramImage.of(image.toByteArray(), matcher.hashOfRules() + 1)).isNull();
  }
}
