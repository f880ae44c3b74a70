package io.ttalloc.it.otheragents;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Redefines classes with class files from elsewhere, as an IDE does after recompiling a class. Runs
 * in the JVM under test, from a jar that the test builds.
 */
public final class RedefiningAgent {
  private static @Nullable Instrumentation instrumentation;

  private RedefiningAgent() {}

  /** Called by the JVM. */
  public static void premain(String argument, Instrumentation given) {
    instrumentation = given;
  }

  /** Redefines a loaded class. */
  static void redefine(Class<?> type, Path classFile) {
    try {
      Objects.requireNonNull(instrumentation, "the agent was not started")
          .redefineClasses(new ClassDefinition(type, Files.readAllBytes(classFile)));
    } catch (Exception | LinkageError e) {
      throw new IllegalStateException("cannot redefine " + type, e);
    }
  }
}
