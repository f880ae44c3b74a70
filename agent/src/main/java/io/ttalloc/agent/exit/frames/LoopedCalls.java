package io.ttalloc.agent.exit.frames;

import io.ttalloc.agent.weave.classes.MethodCode;
import io.ttalloc.agent.weave.classes.MethodCode.Called;
import io.ttalloc.agent.weave.classes.MethodCode.Instruction;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * Finds the classes whose methods some code calls in a loop or through {@code forEach}, either
 * directly or in the methods that it calls. A cleanup that closes each element of a collection
 * calls {@code close} in this way. Called methods are looked up by their static types and followed
 * to a small depth.
 */
final class LoopedCalls {
  private static final int DEEPEST = 2;

  /** Finds the code of the application's methods. */
  interface Lookup {
    /** The code of a method; null if the method is not the application's, or has no code. */
    @Nullable MethodCode code(Called method);
  }

  private final Lookup lookup;
  private final Set<String> owners = new LinkedHashSet<>();

  LoopedCalls(Lookup lookup) {
    this.lookup = lookup;
  }

  /** The internal names of the classes found so far. */
  Set<String> owners() {
    return owners;
  }

  /** Adds the classes of the methods that the given instructions call in loops. */
  void add(MethodCode code, BitSet of) {
    add(code, of, 0);
  }

  private void add(MethodCode code, BitSet of, int depth) {
    for (int at = of.nextSetBit(0); at >= 0; at = of.nextSetBit(at + 1)) {
      Instruction instruction = code.instruction(at);
      for (Label target : instruction.targets()) {
        int start = code.at(target);
        if (start <= at && of.get(start)) {
          addCalls(code, of, start, at, depth);
        }
      }
      Called called = instruction.called();
      if (called == null || instruction.opcode() == Opcodes.INVOKEDYNAMIC) {
        continue;
      }
      if (called.name().equals("forEach")) {
        addForEach(code, at, depth);
      } else if (depth < DEEPEST) {
        addCallee(called, depth);
      }
    }
  }

  private void addCallee(Called called, int depth) {
    MethodCode callee = lookup.code(called);
    if (callee != null) {
      add(callee, all(callee), depth + 1);
    }
  }

  private static BitSet all(MethodCode code) {
    BitSet all = new BitSet();
    all.set(0, code.size());
    return all;
  }

  /**
   * Adds the calls that {@code forEach} makes for each element, through a lambda or a method
   * reference.
   */
  private void addForEach(MethodCode code, int at, int depth) {
    Instruction before = code.instruction(Math.max(0, at - 1));
    Called action = before.opcode() == Opcodes.INVOKEDYNAMIC ? before.called() : null;
    if (action != null) {
      owners.add(action.owner());
      addCallsOf(action, depth);
    }
  }

  private void addCalls(MethodCode code, BitSet of, int first, int last, int depth) {
    for (int at = of.nextSetBit(first); at >= 0 && at <= last; at = of.nextSetBit(at + 1)) {
      Called called = code.instruction(at).called();
      if (called != null && code.instruction(at).opcode() != Opcodes.INVOKEDYNAMIC) {
        owners.add(called.owner());
        addCallsOf(called, depth);
      }
    }
  }

  private void addCallsOf(Called called, int depth) {
    MethodCode body = depth < DEEPEST ? lookup.code(called) : null;
    if (body != null) {
      addCalls(body, all(body), 0, body.size() - 1, depth + 1);
    }
  }
}
