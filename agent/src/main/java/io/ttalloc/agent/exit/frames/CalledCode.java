package io.ttalloc.agent.exit.frames;

import io.ttalloc.agent.weave.classes.ClassFiles;
import io.ttalloc.agent.weave.classes.MethodCode;
import io.ttalloc.agent.weave.classes.MethodCode.Called;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Reads methods from class files as a class loader finds them. JDK code is omitted. */
final class CalledCode implements LoopedCalls.Lookup {
  /** The maximum number of methods to read; cleanups call few. */
  private static final int MAX_CALLED = 500;

  private final @Nullable ClassLoader loader;
  private final Map<Called, @Nullable MethodCode> known = new HashMap<>();

  CalledCode(@Nullable ClassLoader loader) {
    this.loader = loader;
  }

  @Override
  public @Nullable MethodCode code(Called method) {
    if (FrameGuards.isOfJdk(method.owner().replace('/', '.'))) {
      return null;
    }
    if (!known.containsKey(method) && known.size() < MAX_CALLED) {
      known.put(method, read(method));
    }
    return known.get(method);
  }

  private @Nullable MethodCode read(Called method) {
    byte[] file = ClassFiles.read(loader, method.owner());
    Found found = new Found(method);
    try {
      if (file != null) {
        new ClassReader(file).accept(found, ClassReader.SKIP_FRAMES);
      }
    } catch (RuntimeException e) {
      return null; // A loader may return anything.
    }
    return found.code;
  }

  private static final class Found extends ClassVisitor {
    private final Called method;
    private @Nullable MethodCode code;

    private Found(Called method) {
      super(Opcodes.ASM9);
      this.method = method;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      boolean hasCode = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
      if (!hasCode || !name.equals(method.name()) || !descriptor.equals(method.descriptor())) {
        return null;
      }
      code = new MethodCode();
      return code;
    }
  }
}
