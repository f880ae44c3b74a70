package io.ttalloc.agent.exit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * What a frame that stands at a line may have: each local variable that may refer to an object, by
 * its number. A heap dump lists what the frame has in this order, though it leaves out what is null
 * or, in compiled code, not needed any more. Not thread-safe.
 */
final class FrameSlots {
  private final Map<Integer, Optional<String>> types = new TreeMap<>();
  private @Nullable MethodCode of;
  private boolean results;
  private boolean unknown;

  /** Adds what is there at a call; a line may have several. */
  void add(MethodCode code, int call) {
    MethodCode.State state = code.stateAt(call);
    unknown |= state == null || (of != null && of != code);
    of = code;
    if (state == null) {
      return;
    }
    results |= state.results();
    List<Object> locals = state.locals();
    for (int slot = 0; slot < locals.size(); slot++) {
      Object type = locals.get(slot);
      boolean secondHalf = slot > 0 && isWide(locals.get(slot - 1));
      if (type instanceof String name) {
        types.merge(slot, Optional.of(name), (one, other) -> one.equals(other) ? one : UNKNOWN);
      } else if (!secondHalf && !isWide(type) && !isOther(type)) {
        types.put(slot, UNKNOWN);
      }
    }
    // What went out of scope stays in the frame of interpreted code.
    for (int slot : code.storedBefore(call)) {
      if (slot >= locals.size()) {
        types.put(slot, UNKNOWN);
      }
    }
  }

  private static final Optional<String> UNKNOWN = Optional.empty();

  private static boolean isWide(Object type) {
    return type.equals(Opcodes.LONG) || type.equals(Opcodes.DOUBLE);
  }

  /** Numbers and null are no references. */
  private static boolean isOther(Object type) {
    return type.equals(Opcodes.INTEGER) || type.equals(Opcodes.FLOAT) || type.equals(Opcodes.NULL);
  }

  /** Whether it is known exactly what the frame may have. */
  boolean areKnown() {
    return !unknown && of != null;
  }

  /** The internal names of their types by their numbers; empty where the type is unknown. */
  Map<Integer, Optional<String>> types() {
    return types;
  }

  /** Whether there may be intermediate results as well. */
  boolean haveResults() {
    return results;
  }
}
