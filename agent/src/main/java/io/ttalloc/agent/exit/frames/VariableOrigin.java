package io.ttalloc.agent.exit.frames;

import io.ttalloc.agent.weave.classes.MethodCode;
import io.ttalloc.agent.weave.classes.MethodCode.Called;
import io.ttalloc.agent.weave.classes.MethodCode.Instruction;
import io.ttalloc.ledger.record.LineRanges;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Where a method may have obtained the object to which a local variable refers: in the statements
 * that use the variable, or that assign another variable used in those statements. If in doubt, the
 * origin includes too many lines rather than too few: bytecode does not show statements, so a
 * statement is assumed to end where a value is stored or dropped.
 *
 * @param lines the lines of the method; null for any
 * @param made whether the method itself created the object with a constructor, rather than
 *     receiving it
 * @param fromCall whether some of the lines call a method that may return an object that was opened
 *     before, as the program's own pool does, instead of a new one
 */
record VariableOrigin(@Nullable LineRanges lines, boolean made, boolean fromCall) {
  /** Nothing is known about the origin. */
  static final VariableOrigin ANY = new VariableOrigin(null, false, false);

  private static final String CONSTRUCTOR = "<init>";

  /**
   * Types whose objects cannot refer to a resource. The same object of such a type may be passed to
   * several calls.
   */
  private static final Set<String> VALUES =
      Set.of(
          "java.io.File",
          "java.lang.CharSequence",
          "java.lang.Class",
          "java.lang.String",
          "java.net.InetAddress",
          "java.net.InetSocketAddress",
          "java.net.SocketAddress",
          "java.net.URI",
          "java.net.URL",
          "java.nio.charset.Charset",
          "java.nio.file.OpenOption[]",
          "java.nio.file.Path",
          "java.util.Properties");

  /** The instructions from the start, inclusive, to the end, exclusive. */
  private record Statement(int start, int end) {}

  /** The origin of one of the variables of a method. */
  static VariableOrigin of(MethodCode code, int variable) {
    return new Search(code).of(variable);
  }

  private static final class Search {
    private final MethodCode code;
    private final List<Statement> statements = new ArrayList<>();
    private final BitSet visited = new BitSet();
    private final BitSet lines = new BitSet();
    private boolean any;
    private boolean made = true;
    private boolean fromCall;

    Search(MethodCode code) {
      this.code = code;
      int start = 0;
      for (int at = 0; at < code.size(); at++) {
        if (ends(code.instruction(at))) {
          statements.add(new Statement(start, at + 1));
          start = at + 1;
        }
      }
    }

    VariableOrigin of(int variable) {
      visit(variable, true);
      LineRanges ranges = any ? null : LineRanges.of(lines);
      if (ranges == null || ranges.ranges().size() == LineRanges.MAX_RANGES) {
        return ANY; // With so many ranges, some lines are missing.
      }
      return new VariableOrigin(ranges, made, fromCall);
    }

    private void visit(int variable, boolean alsoWhereUsed) {
      if (visited.get(variable)) {
        return;
      }
      visited.set(variable);
      boolean stored = false;
      for (Statement each : statements) {
        boolean gives = has(each, variable, Opcodes.ASTORE);
        stored |= gives;
        if (gives) {
          addStoring(each);
        } else if (alsoWhereUsed && has(each, variable, Opcodes.ALOAD)) {
          addLines(each);
          for (int at = each.start; at < each.end; at++) {
            if (isLoad(at)) {
              visit(code.instruction(at).variable(), false);
            }
          }
        }
      }
      made &= stored;
    }

    /** Adds the origins of the stored value: calls, their arguments or another variable. */
    private void addStoring(Statement statement) {
      addLines(statement);
      boolean calls = false;
      boolean onFirst = true;
      boolean onValues = isOnValues(statement);
      for (int at = statement.start; at < statement.end; at++) {
        Called called = code.instruction(at).called();
        if (called != null && !called.name().equals(CONSTRUCTOR)) {
          onFirst &= calls || isOnObject(code.instruction(at), called);
          calls = true;
        }
        onFirst &= code.instruction(at).opcode() != Opcodes.NEW;
      }
      made &= !calls;
      fromCall |= calls;
      for (int at = statement.start; at < statement.end; at++) {
        boolean ofReceiver = calls && onFirst && at <= statement.start + 1;
        any |= !ofReceiver && isFromHeap(code.instruction(at).opcode());
        if (isLoad(at) && !onValues && !(ofReceiver && at == statement.start)) {
          visit(code.instruction(at).variable(), true);
        }
      }
    }

    /**
     * Whether a statement has no branches and stores only the results of calls that take plain
     * values.
     */
    private boolean isOnValues(Statement statement) {
      boolean calls = false;
      for (int at = statement.start; at < statement.end; at++) {
        Instruction instruction = code.instruction(at);
        Called called = instruction.called();
        if (!instruction.targets().isEmpty()
            || (called != null && !takesValues(instruction, called))) {
          return false;
        }
        calls |= called != null;
      }
      return calls;
    }

    /** Whether a call has no receiver, and no argument through which it may get a resource. */
    private static boolean takesValues(Instruction instruction, Called called) {
      boolean takes =
          called.name().equals(CONSTRUCTOR) || instruction.opcode() == Opcodes.INVOKESTATIC;
      for (Type type : Type.getArgumentTypes(called.descriptor())) {
        takes &= type.getSort() < Type.ARRAY || VALUES.contains(type.getClassName());
      }
      return takes;
    }

    /**
     * Whether a method is called on an object that may create what the method returns. A
     * collection, for example, does not.
     */
    private static boolean isOnObject(Instruction instruction, Called called) {
      return (instruction.opcode() == Opcodes.INVOKEVIRTUAL
              || instruction.opcode() == Opcodes.INVOKEINTERFACE)
          && !called.owner().startsWith("java/util/");
    }

    private void addLines(Statement statement) {
      for (int at = statement.start; at < statement.end; at++) {
        lines.set(Math.max(0, code.instruction(at).line()));
      }
    }

    private boolean isLoad(int at) {
      return code.instruction(at).opcode() == Opcodes.ALOAD;
    }

    private boolean has(Statement statement, int variable, int opcode) {
      for (int at = statement.start; at < statement.end; at++) {
        Instruction instruction = code.instruction(at);
        if (instruction.variable() == variable && instruction.opcode() == opcode) {
          return true;
        }
      }
      return false;
    }
  }

  private static boolean isFromHeap(int opcode) {
    return opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC || opcode == Opcodes.AALOAD;
  }

  /** Whether this instruction may be the last of a statement. */
  static boolean ends(Instruction instruction) {
    Called called = instruction.called();
    if (called != null) {
      return called.descriptor().endsWith(")V")
          && !called.name().equals(CONSTRUCTOR)
          && instruction.opcode() != Opcodes.INVOKEDYNAMIC;
    }
    int opcode = instruction.opcode();
    return (opcode >= Opcodes.ISTORE && opcode <= Opcodes.POP2)
        || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN)
        || opcode == Opcodes.PUTFIELD
        || opcode == Opcodes.PUTSTATIC
        || opcode == Opcodes.ATHROW
        || opcode == Opcodes.IINC;
  }
}
