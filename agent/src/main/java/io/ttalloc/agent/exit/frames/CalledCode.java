package io.ttalloc.agent.exit.frames;

import io.ttalloc.agent.weave.classes.ClassFiles;
import io.ttalloc.agent.weave.classes.MethodCode;
import io.ttalloc.agent.weave.classes.MethodCode.Called;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Reads the code of methods from the class files that a class loader finds. JDK code is omitted.
 */
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
    try {
      MethodCode code =
          file == null
              ? null
              : MethodCode.of(
                  new ClassReader(file),
                  ClassReader.SKIP_FRAMES,
                  method.name() + method.descriptor());
      return code == null || code.size() == 0 ? null : code;
    } catch (RuntimeException e) {
      return null; // A class loader may return any bytes.
    }
  }
}
