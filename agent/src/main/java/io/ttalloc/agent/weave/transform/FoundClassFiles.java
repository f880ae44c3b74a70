package io.ttalloc.agent.weave.transform;

import io.ttalloc.agent.weave.classes.ClassFiles;
import java.util.Set;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.jspecify.annotations.Nullable;

/**
 * Provides Byte Buddy with the class files that {@link ClassFiles} reads. This is a separate class,
 * so that reading class files does not load Byte Buddy.
 */
public final class FoundClassFiles implements ClassFileLocator {
  private final @Nullable ClassLoader loader;
  private final Set<String> read;

  /**
   * @param read receives the internal names of all classes that are requested
   */
  public FoundClassFiles(@Nullable ClassLoader loader, Set<String> read) {
    this.loader = loader;
    this.read = read;
  }

  @Override
  public Resolution locate(String name) {
    String internalName = name.replace('.', '/');
    read.add(internalName);
    byte[] found = ClassFiles.read(loader, internalName);
    return found == null ? new Resolution.Illegal(name) : new Resolution.Explicit(found);
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
