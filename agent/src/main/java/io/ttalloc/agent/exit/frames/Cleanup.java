package io.ttalloc.agent.exit.frames;

import io.ttalloc.agent.exit.frames.MethodCode.Block;
import io.ttalloc.agent.exit.frames.MethodCode.Instruction;
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

/** The code of one handler: what a try statement does when it is left by an exception. */
final class Cleanup {
  private final MethodCode code;
  private final int handler;
  private final int end;

  /** The instructions that it may reach. */
  private final BitSet seen = new BitSet();

  /** Local variables by number; the value is the one field that is read, or empty. */
  private final Map<Integer, String> uses = new LinkedHashMap<>();

  Cleanup(MethodCode code, Block block) {
    this.code = code;
    this.handler = block.handler();
    this.end = end(code, block);
  }

  /**
   * Where it ends at the latest. A handler that does not throw on goes to the code behind the
   * statement, and so does the end of the block that it covers.
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

  /** The local variables that it uses, by their numbers, with their types if these are known. */
  Map<Integer, Optional<String>> variables() {
    BitSet stored = new BitSet();
    visit(stored);
    @Nullable String @Nullable [] types = code.typesAt(handler);
    // What it stores itself, such as the exception, is nothing that the method got.
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

  /** Where the method may have got what the cleanup uses by a variable. */
  VariableOrigin origin(int variable) {
    String field = uses.get(variable);
    return field == null || field.isEmpty()
        ? VariableOrigin.of(code, variable)
        : VariableOrigin.ANY; // The field may be set anywhere.
  }

  /** Adds what it calls in loops; only if it uses variables. */
  void addTo(LoopedCalls calls) {
    calls.add(code, seen);
  }

  /** Adds the lines of the method that load or store a variable which it uses. */
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

  /** Follows the code of the handler, however it goes on, except for exceptions. */
  private void visit(BitSet stored) {
    Deque<Integer> open = new ArrayDeque<>();
    open.add(handler);
    while (!open.isEmpty()) {
      int at = open.remove();
      if (at < handler || at >= end || seen.get(at)) {
        continue;
      }
      seen.set(at);
      Instruction instruction = code.instruction(at);
      if (instruction.opcode() == Opcodes.ASTORE) {
        stored.set(instruction.variable());
      } else if (instruction.opcode() == Opcodes.ALOAD && !unlocks(at + 1)) {
        String field = at + 1 < code.size() ? code.instruction(at + 1).field() : null;
        uses.merge(
            instruction.variable(),
            field == null ? "" : field,
            (one, other) -> one.equals(other) ? one : "");
      }
      for (Label target : instruction.targets()) {
        open.add(code.at(target));
      }
      if (!endsHere(instruction.opcode())) {
        open.add(at + 1);
      }
    }
  }

  /** The end of a synchronized block leaves the monitor and throws on. */
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
