package io.ttalloc.agent.weave.transform;

import io.ttalloc.probe.Hooks;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.implementation.bytecode.member.MethodInvocation;
import net.bytebuddy.pool.TypePool;

/**
 * Creates advice from class files. If advice were described by {@code Class} objects instead, the
 * JDK would create a proxy class for each annotation of the advice, in every process. Thread-safe.
 */
final class AdviceFiles {
  private record Files(ClassFileLocator files, TypePool types) {}

  private final Map<ClassLoader, Files> byLoader = new ConcurrentHashMap<>();

  /** The handler for exceptions in advice. */
  private final Advice.ExceptionHandler countFailure;

  AdviceFiles() {
    try {
      countFailure =
          new Advice.ExceptionHandler.Simple(
              MethodInvocation.invoke(
                  new MethodDescription.ForLoadedMethod(
                      Hooks.class.getMethod("failed", Throwable.class))));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The advice of a class, with a rule's values for its parameters. */
  Advice bound(Class<?> advice, FromRuleMapping arguments) {
    Files of = filesOf(advice.getClassLoader());
    return Advice.withCustomMapping()
        .bind(arguments)
        .to(of.types().describe(advice.getName()).resolve(), of.files())
        .withExceptionHandler(countFailure);
  }

  private Files filesOf(ClassLoader loader) {
    // Not created within a map operation: that loads classes, which may call this method again.
    Files of = byLoader.get(loader);
    if (of == null) {
      ClassFileLocator files = ClassFileLocator.ForClassLoader.of(loader);
      of = new Files(files, TypePool.Default.of(files));
      byLoader.put(loader, of);
    }
    return of;
  }
}
