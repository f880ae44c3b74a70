package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.AgentLog;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * The JVM's optimizing compiler. In a process that is about to end, it spends more processor time
 * on the code that reads the heap than that code takes to run. The diagnostic command {@code
 * Compiler.directives_add} stops it; it is called directly, since the management interface would
 * load hundreds of classes. Stateless.
 */
final class SecondCompiler {
  private static final String COMMANDS = "com.sun.management.internal.DiagnosticCommandImpl";
  private static final String NO_METHOD = "[{ match: \"*.*\", c2: { Exclude: true } }]";

  private SecondCompiler() {}

  /**
   * Stops it from compiling further methods. If that fails it goes on, which only costs time.
   *
   * @param file receives the directive
   */
  static void rest(Instrumentation instrumentation, Path file) {
    try {
      Files.writeString(file, NO_METHOD);
      Class<?> commands = Class.forName(COMMANDS);
      instrumentation.redefineModule(
          commands.getModule(),
          Set.of(),
          Map.of(),
          Map.of(commands.getPackageName(), Set.of(SecondCompiler.class.getModule())),
          Set.of(),
          Map.of());
      Method bean = commands.getDeclaredMethod("getDiagnosticCommandMBean");
      Method execute = commands.getDeclaredMethod("executeDiagnosticCommand", String.class);
      bean.setAccessible(true);
      execute.setAccessible(true);
      Object answer = execute.invoke(bean.invoke(null), "Compiler.directives_add \"" + file + '"');
      AgentLog.of("exit").info("the second compiler rests: {}", answer);
    } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
      AgentLog.of("exit").info("the second compiler does not rest: {}", e);
    }
  }
}
