package io.ttalloc.agent.exit;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Access to the diagnostic operations of the JVM. The classes that implement them are called
 * directly: the management interface would load a hundred classes and link a dozen lambdas for each
 * call, in a process that is about to end. Single-threaded.
 */
final class Diagnostics {
  private static final String PACKAGE = "com.sun.management.internal.";

  /** The class whose initializer loads the native library. */
  private static final String LIBRARY = PACKAGE + "PlatformMBeanProviderImpl";

  private static final String HEAP = PACKAGE + "HotSpotDiagnostic";
  private static final String COMMANDS = PACKAGE + "DiagnosticCommandImpl";
  private static final String NO_METHOD = "[{ match: \"*.*\", c2: { Exclude: true } }]";

  /** The module of these classes, which a runtime image made by jlink may lack. */
  private static final String MODULE = "jdk.management";

  private Diagnostics() {}

  static boolean areMissing() {
    return ModuleLayer.boot().findModule(MODULE).isEmpty();
  }

  /** The message for the user if the module is missing. */
  static String expected() {
    return "this Java runtime has no module " + MODULE;
  }

  /**
   * The diagnostic operations of this JVM.
   *
   * @throws ReflectiveOperationException if this JVM lacks the expected classes
   */
  static Diagnostics of(Instrumentation instrumentation) throws ReflectiveOperationException {
    Class<?> library = Class.forName(LIBRARY);
    instrumentation.redefineModule(
        library.getModule(),
        Set.of(),
        Map.of(),
        Map.of(library.getPackageName(), Set.of(Diagnostics.class.getModule())),
        Set.of(),
        Map.of());
    return new Diagnostics();
  }

  /**
   * Dumps the reachable objects.
   *
   * @throws IOException if the JVM cannot write the dump
   */
  void dumpHeap(Path file) throws IOException, ReflectiveOperationException {
    Class<?> heap = Class.forName(HEAP);
    Object bean = heap.getDeclaredConstructor().newInstance();
    // Not dumpHeap, which asks a security manager first.
    Method dump = heap.getDeclaredMethod("dumpHeap0", String.class, boolean.class);
    Object unused = call(dump, bean, file.toString(), true);
  }

  /**
   * Stops the optimizing compiler from compiling further methods, because compiling the code that
   * reads a heap dump takes more processor time than running that code.
   *
   * @param file the file to which the directive is written
   * @return the response of the JVM
   */
  String stopSecondCompiler(Path file) throws IOException, ReflectiveOperationException {
    Files.writeString(file, NO_METHOD);
    Class<?> commands = Class.forName(COMMANDS);
    Object bean = call(commands.getDeclaredMethod("getDiagnosticCommandMBean"), null);
    Method execute = commands.getDeclaredMethod("executeDiagnosticCommand", String.class);
    return String.valueOf(call(execute, bean, "Compiler.directives_add \"" + file + '"')).strip();
  }

  private static @Nullable Object call(Method method, @Nullable Object on, Object... arguments)
      throws IOException, ReflectiveOperationException {
    method.setAccessible(true);
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }
}
