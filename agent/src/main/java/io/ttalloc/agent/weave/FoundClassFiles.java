package io.ttalloc.agent.weave;

import net.bytebuddy.dynamic.ClassFileLocator;
import org.jspecify.annotations.Nullable;

/**
 * The class files that {@link ClassFiles} reads, for Byte Buddy. A class of its own, so that
 * reading class files does not load the first class of Byte Buddy.
 */
final class FoundClassFiles implements ClassFileLocator {
  private final @Nullable ClassLoader loader;

  FoundClassFiles(@Nullable ClassLoader loader) {
    this.loader = loader;
  }

  @Override
  public Resolution locate(String name) {
    byte[] found = ClassFiles.read(loader, name.replace('.', '/'));
    return found == null ? new Resolution.Illegal(name) : new Resolution.Explicit(found);
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
