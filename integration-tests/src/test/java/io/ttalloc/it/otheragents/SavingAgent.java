package io.ttalloc.it.otheragents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;

/**
 * A tool for developers: an agent that runs after ours and writes one class to a file, as our agent
 * has woven it. CONTRIBUTING.md shows how to use it.
 */
public final class SavingAgent implements ClassFileTransformer {
  private final String internalName;
  private final Path file;

  private SavingAgent(String className, Path file) {
    this.internalName = className.replace('.', '/');
    this.file = file;
  }

  /**
   * Called by the JVM.
   *
   * @param argument the class to save and the file to write, as {@code CLASS=FILE}
   */
  public static void premain(String argument, Instrumentation instrumentation)
      throws UnmodifiableClassException {
    String[] classAndFile = argument.split("=", 2);
    String className = classAndFile[0];
    instrumentation.addTransformer(
        new SavingAgent(className, Path.of(classAndFile[1]).toAbsolutePath()), true);
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getName().equals(className)) {
        instrumentation.retransformClasses(loaded);
      }
    }
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (internalName.equals(name)) {
      try {
        Files.write(file, classFile);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return null;
  }
}
