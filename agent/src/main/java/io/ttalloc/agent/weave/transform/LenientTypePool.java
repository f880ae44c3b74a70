package io.ttalloc.agent.weave.transform;

import java.util.List;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.field.FieldList;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.description.type.TypeList;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;
import org.objectweb.asm.Opcodes;

/**
 * Describes types by their class files, and types without one by their names alone, as if they had
 * no members: other agents generate interfaces and add them to classes. Weaving need not know more
 * about such types, unless a rule reads a member that only such a type has; in that case, the rule
 * does not fit the class.
 */
final class LenientTypePool extends TypePool.Default.WithLazyResolution {
  LenientTypePool(ClassFileLocator locator) {
    super(new TypePool.CacheProvider.Simple(), locator, ReaderMode.FAST);
  }

  /** Also replaces results for missing types that come from the superclass's cache. */
  @Override
  public Resolution describe(String name) {
    return lenient(name, super.describe(name));
  }

  @Override
  protected Resolution doResolve(String name) {
    return lenient(name, super.doResolve(name));
  }

  private static Resolution lenient(String name, Resolution found) {
    return found instanceof Resolution.Illegal
        ? new Resolution.Simple(new WithoutClassFile(name))
        : found;
  }

  /** A type whose members are unknown. */
  private static final class WithoutClassFile extends TypeDescription.Latent {
    WithoutClassFile(String name) {
      super(
          name,
          Opcodes.ACC_PUBLIC,
          TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(Object.class),
          List.of());
    }

    @Override
    public FieldList<FieldDescription.InDefinedShape> getDeclaredFields() {
      return new FieldList.Empty<>();
    }

    @Override
    public MethodList<MethodDescription.InDefinedShape> getDeclaredMethods() {
      return new MethodList.Empty<>();
    }

    @Override
    public TypeList.Generic getTypeVariables() {
      return new TypeList.Generic.Empty();
    }
  }
}
