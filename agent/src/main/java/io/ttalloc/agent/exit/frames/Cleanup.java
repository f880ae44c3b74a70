package io.ttalloc.agent.exit.frames;

import io.ttalloc.agent.weave.classes.MethodCode;
import io.ttalloc.agent.weave.classes.MethodCode.Block;
import io.ttalloc.agent.weave.classes.MethodCode.Instruction;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** The code of one exception handler of a try statement. */
final class Cleanup {
  private final MethodCode code;
  private final int handler;
  private final int end;

  /** The instructions that the cleanup may reach. */
  private final BitSet seen = new BitSet();

  /**
   * The local variables that the cleanup uses, by number. The value is the name of the field that
   * the cleanup reads from the variable's object, if it is always the same field; otherwise it is
   * empty.
   */
  private final Map<Integer, String> uses = new LinkedHashMap<>();

  Cleanup(MethodCode code, Block block) {
    this.code = code;
    this.handler = block.handler();
    this.end = end(code, block);
  }

  /**
   * The instruction at which the cleanup ends at the latest. A handler that does not rethrow
   * continues after the statement, and the block that it covers ends with a jump to the same place.
   */
  private static int end(MethodCode code, Block block) {
    if (block.end() < code.size()) {
      Instruction next = code.instruction(block.end());
      if (next.opcode() == Opcodes.GOTO && code.at(next.targets().get(0)) > block.handler()) {
        return code.at(next.targets().get(0));
      }
    }
    return code.size();
  }

  /** The local variables that the cleanup uses, by number, with their types if these are known. */
  Map<Integer, Optional<String>> variables() {
    BitSet stored = new BitSet();
    visit(stored);
    @Nullable String @Nullable [] types = code.typesAt(handler);
    // Ignores variables that the cleanup itself stores, such as the exception: the method has not
    // obtained their values.
    uses.keySet()
        .removeIf(
            number ->
                types == null
                    ? stored.get(number)
                    : number >= types.length || types[number] == null);
    Map<Integer, Optional<String>> variables = new LinkedHashMap<>();
    for (int number : uses.keySet()) {
      variables.put(number, Optional.ofNullable(types == null ? null : types[number]));
    }
    return variables;
  }

  /** Where the method may have obtained the object that the cleanup uses through a variable. */
  VariableOrigin origin(int variable) {
    String field = uses.get(variable);
    return field == null || field.isEmpty()
        ? VariableOrigin.of(code, variable)
        : VariableOrigin.ANY; // The field may be set anywhere.
  }

  /**
   * Adds the calls that the cleanup makes in loops. Requires that {@link #variables} has been
   * called.
   */
  void addTo(LoopedCalls calls) {
    calls.add(code, seen);
  }

  /** Adds the lines of the method that load or store a variable that the cleanup uses. */
  void addLinesTo(BitSet lines) {
    for (int at = 0; at < code.size(); at++) {
      Instruction instruction = code.instruction(at);
      String field = uses.get(instruction.variable());
      boolean reads =
          at + 1 < code.size() && Objects.equals(code.instruction(at + 1).field(), field);
      if (field != null && instruction.line() > 0 && (field.isEmpty() || reads)) {
        lines.set(instruction.line());
      }
    }
  }

  /**
   * Whether the cleanup uses a variable on every branch. Comparing the variable with null counts as
   * a use. If a branch has no use, the cleanup may leave open the object to which the variable
   * refers.
   */
  boolean usesAlways(int variable) {
    return !follow(variable).get(end);
  }

  private void visit(BitSet stored) {
    seen.or(follow(-1));
    seen.clear(end);
    for (int at = seen.nextSetBit(0); at >= 0; at = seen.nextSetBit(at + 1)) {
      Instruction instruction = code.instruction(at);
      if (instruction.opcode() == Opcodes.ASTORE) {
        stored.set(instruction.variable());
      } else if (isUse(at)) {
        String field = at + 1 < code.size() ? code.instruction(at + 1).field() : null;
        uses.merge(
            instruction.variable(),
            field == null ? "" : field,
            (one, other) -> one.equals(other) ? one : "");
      }
    }
  }

  /**
   * Follows the code of the handler on all branches, but not into other handlers, and not beyond a
   * use of the given variable. Returns the instructions that are reached, including {@link #end} if
   * a branch leaves the cleanup.
   */
  private BitSet follow(int variable) {
    BitSet reached = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    open.add(handler);
    while (!open.isEmpty()) {
      int next = open.remove();
      int at = next < handler ? end : Math.min(next, end);
      if (reached.get(at)) {
        continue;
      }
      reached.set(at);
      if (at == end || (code.instruction(at).variable() == variable && isUse(at))) {
        continue;
      }
      Instruction instruction = code.instruction(at);
      for (Label target : instruction.targets()) {
        open.add(code.at(target));
      }
      if (!endsHere(instruction.opcode())) {
        open.add(at + 1);
      } else if (instruction.targets().isEmpty()) {
        open.add(end);
      }
    }
    return reached;
  }

  private boolean isUse(int at) {
    return code.instruction(at).opcode() == Opcodes.ALOAD && !unlocks(at + 1);
  }

  /**
   * Whether a loaded value is used only to leave a monitor: the handler of a synchronized block
   * does so and rethrows.
   */
  private boolean unlocks(int next) {
    return next < code.size() && code.instruction(next).opcode() == Opcodes.MONITOREXIT;
  }

  private static boolean endsHere(int opcode) {
    return opcode == Opcodes.ATHROW
        || opcode == Opcodes.GOTO
        || opcode == Opcodes.TABLESWITCH
        || opcode == Opcodes.LOOKUPSWITCH
        || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
  }
}
