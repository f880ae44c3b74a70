package io.ttalloc.agent.weave.transform;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.ClassFileVersion;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.scaffold.TypeInitializer;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.auxiliary.AuxiliaryType;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** The advice for the methods of one class. Not thread-safe. */
final class AdvisedMethods {
  /** No flag of ASM is set, so stack map frames are written as they are read. */
  static final int NO_FLAGS = 0;

  private record Advised(MethodDescription method, List<Advice> advice) {}

  private final Map<String, Advised> byName = new HashMap<>();

  /**
   * Adds advice inside the advice that was added before: the new advice is entered later and left
   * earlier.
   */
  void add(MethodDescription method, Advice advice) {
    String name = method.getInternalName().concat(method.getDescriptor());
    Advised of = byName.computeIfAbsent(name, key -> new Advised(method, new ArrayList<>()));
    of.advice().add(advice);
  }

  /**
   * Returns a visitor that adds the advice to the methods of a class file and passes the class file
   * on.
   */
  ClassVisitor into(ClassVisitor next, TypeDescription type, TypePool pool) {
    return new ClassVisitor(OpenedClassReader.ASM_API, next) {
      private Implementation.@Nullable Context context;

      @Override
      public void visit(
          int version,
          int access,
          String name,
          @Nullable String signature,
          @Nullable String superName,
          String @Nullable [] interfaces) {
        context = contextOf(type, ClassFileVersion.ofMinorMajor(version));
        super.visit(version, access, name, signature, superName, interfaces);
      }

      @Override
      public MethodVisitor visitMethod(
          int access,
          String name,
          String descriptor,
          @Nullable String signature,
          String @Nullable [] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        Advised of = byName.get(name.concat(descriptor));
        if (of != null) {
          for (Advice each : of.advice()) {
            method = each.wrap(type, of.method(), method, context, pool, NO_FLAGS, NO_FLAGS);
          }
        }
        return method;
      }
    };
  }

  /** The context for a class that gets no new type and no new initializer. */
  private static Implementation.Context contextOf(TypeDescription type, ClassFileVersion version) {
    return Implementation.Context.Disabled.Factory.INSTANCE.make(
        type,
        new AuxiliaryType.NamingStrategy.Enumerating(type.getName()),
        TypeInitializer.None.INSTANCE,
        version,
        version,
        version.isAtLeast(ClassFileVersion.JAVA_V6)
            ? Implementation.Context.FrameGeneration.GENERATE
            : Implementation.Context.FrameGeneration.DISABLED);
  }
}
