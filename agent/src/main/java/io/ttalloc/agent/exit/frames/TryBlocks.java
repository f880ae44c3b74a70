package io.ttalloc.agent.exit.frames;

import io.ttalloc.agent.weave.classes.MethodCode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * The lines of a class at which a thread may be inside a try statement with a cleanup. A cleanup is
 * code that runs however the statement is left: a finally block, the closing of its resources, or a
 * handler that catches everything. For each such line, an instance has the local variables that the
 * cleanup uses: a method at that line is still going to close the objects in these variables.
 * Blocks that are only synchronized have no cleanup.
 */
final class TryBlocks {
  /**
   * A local variable that a cleanup uses.
   *
   * @param number the number of the variable in the class file
   * @param type the internal name of the variable's type; null if the type is unknown
   * @param origin where the method may have obtained what the variable refers to
   */
  record Variable(int number, @Nullable String type, VariableOrigin origin) {}

  /** The variables by method and line. */
  private final Map<String, Map<Integer, Set<Variable>>> guarded = new HashMap<>();

  private final Map<String, Map<Integer, Set<Cleanup>>> cleanups = new HashMap<>();

  /** The calls whose results, or objects made from these, a cleanup uses on every branch. */
  private final Set<ResultUse> results = new HashSet<>();

  /**
   * The elements of {@link #results} for which the cleanup uses only objects made from the result.
   */
  private final Set<ResultUse> wrapped = new HashSet<>();

  private record ResultUse(String method, int line, String callee) {
    static ResultUse of(String method, MethodCode.Instruction call, MethodCode.Called called) {
      boolean constructor = called.name().equals("<init>");
      return new ResultUse(method, call.line(), constructor ? called.owner() : called.name());
    }
  }

  private TryBlocks() {}

  /**
   * Reads a class file.
   *
   * @throws RuntimeException if the bytes are not a class file, or if the version of the class file
   *     is too new for the reader
   */
  static TryBlocks of(byte[] classFile) {
    TryBlocks blocks = new TryBlocks();
    MethodCode.ofEach(new ClassReader(classFile), ClassReader.EXPAND_FRAMES, blocks::add);
    return blocks;
  }

  private void add(MethodCode code) {
    String method = code.name;
    Map<Integer, Set<Variable>> lines = guarded.computeIfAbsent(method, key -> new HashMap<>());
    Map<Integer, Set<Cleanup>> all = cleanups.computeIfAbsent(method, key -> new HashMap<>());
    Map<Integer, Cleanup> byHandler = new HashMap<>();
    Map<Cleanup, Set<Variable>> used = new HashMap<>();
    for (MethodCode.Block block : code.blocks()) {
      Cleanup cleanup = byHandler.computeIfAbsent(block.handler(), at -> new Cleanup(code, block));
      Set<Variable> variables = used.computeIfAbsent(cleanup, TryBlocks::variables);
      if (!variables.isEmpty()) {
        for (Variable each : variables) {
          if (cleanup.usesAlways(each.number())) {
            addResults(method, code, block, each.number());
          }
        }
        for (int line : code.linesToBeAt(block)) {
          lines.computeIfAbsent(line, key -> new LinkedHashSet<>()).addAll(variables);
          all.computeIfAbsent(line, key -> new LinkedHashSet<>()).add(cleanup);
        }
      }
    }
  }

  /** Adds the calls in the statements that come before a handler and store the variable. */
  private void addResults(String method, MethodCode code, MethodCode.Block block, int variable) {
    for (int at = 0; at < Math.min(block.handler(), code.size()); at++) {
      MethodCode.Instruction stores = code.instruction(at);
      if (stores.opcode() == Opcodes.ASTORE && stores.variable() == variable) {
        boolean last = true;
        for (int i = at - 1; i >= 0 && !VariableOrigin.ends(code.instruction(i)); i--) {
          MethodCode.Called called = code.instruction(i).called();
          if (called != null) {
            ResultUse use = ResultUse.of(method, code.instruction(i), called);
            results.add(use);
            if (!last) {
              wrapped.add(use);
            }
            last = false;
          }
        }
      }
    }
  }

  /**
   * Whether a method closes the result of a call, or an object made from the result, on every
   * branch of the cleanup of a try statement. Methods with the same name are not distinguished.
   *
   * @param line the line of the call
   * @param callee the name of the called method; for a constructor, the internal name of its class
   */
  boolean closesResult(String method, int line, String callee) {
    return results.contains(new ResultUse(method, line, callee));
  }

  /**
   * Whether a method closes only objects made from the result of a call. The parameters are those
   * of {@link #closesResult}.
   */
  boolean closesWrapper(String method, int line, String callee) {
    return wrapped.contains(new ResultUse(method, line, callee));
  }

  private static Set<Variable> variables(Cleanup cleanup) {
    Set<Variable> variables = new LinkedHashSet<>();
    cleanup
        .variables()
        .forEach(
            (number, type) ->
                variables.add(new Variable(number, type.orElse(null), cleanup.origin(number))));
    return variables;
  }

  /**
   * The lines at which a method may have obtained the objects that it closes in a loop, if it is
   * now at the given line: the lines that the same try statement covers, and those that use a
   * variable of its cleanup.
   */
  BitSet linesOfSame(String method, int line) {
    Map<Integer, Set<Cleanup>> byLine = cleanups.getOrDefault(method, Map.of());
    BitSet lines = new BitSet();
    for (Cleanup cleanup : byLine.getOrDefault(line, Set.of())) {
      cleanup.addLinesTo(lines);
      byLine.forEach(
          (other, ofOther) -> {
            if (ofOther.contains(cleanup) && other > 0) {
              lines.set(other);
            }
          });
    }
    return lines;
  }

  /**
   * The internal names of the classes whose methods the cleanup calls in a loop if a method is at
   * the given line. Such a loop may close any number of resources.
   */
  Set<String> calledInLoops(String method, int line, LoopedCalls.Lookup lookup) {
    LoopedCalls calls = new LoopedCalls(lookup);
    for (Cleanup cleanup : cleanups.getOrDefault(method, Map.of()).getOrDefault(line, Set.of())) {
      cleanup.addTo(calls);
    }
    return calls.owners();
  }

  /**
   * The variables that cleanups use if a method is at the given line; empty if this line is in no
   * try statement with a cleanup. Methods with the same name are not distinguished.
   */
  List<Variable> variables(String method, int line) {
    return new ArrayList<>(guarded.getOrDefault(method, Map.of()).getOrDefault(line, Set.of()));
  }
}
