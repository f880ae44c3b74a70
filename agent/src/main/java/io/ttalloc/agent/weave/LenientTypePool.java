package io.ttalloc.agent.weave;

import java.util.List;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;
import org.objectweb.asm.Opcodes;

/**
 * Describes types from class files, and those without one by their names alone: other agents let
 * classes implement interfaces that they have generated. Weaving does not need to know more of
 * them, except where a rule reads something of such a type: then it fails as without this.
 */
final class LenientTypePool extends TypePool.Default.WithLazyResolution {
  LenientTypePool(ClassFileLocator locator) {
    super(new TypePool.CacheProvider.Simple(), locator, ReaderMode.FAST);
  }

  @Override
  protected Resolution doResolve(String name) {
    Resolution found = super.doResolve(name);
    return found.isResolved() ? found : new Resolution.Simple(new WithoutClassFile(name));
  }

  /** Its members are unknown: asking for them fails. */
  private static final class WithoutClassFile extends TypeDescription.Latent {
    WithoutClassFile(String name) {
      super(
          name,
          Opcodes.ACC_PUBLIC,
          TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(Object.class),
          List.of());
    }
  }
}
