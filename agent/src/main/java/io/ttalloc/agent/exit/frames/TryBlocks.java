package io.ttalloc.agent.exit.frames;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The lines of a class at which a thread may be inside a try statement which does something however
 * it is left, its cleanup: one with a finally block, with resources, or that catches everything.
 * For each such line it has the local variables that the cleanup uses: a method that is there still
 * means to close those. Blocks that are only synchronized clean up nothing.
 */
final class TryBlocks {
  /**
   * A local variable that a cleanup uses.
   *
   * @param number its number in the class file
   * @param type the internal name of its type; null if it is unknown
   * @param origin where the method may have got what it refers to
   */
  record Variable(int number, @Nullable String type, VariableOrigin origin) {}

  /** Methods with their lines. */
  private final Map<String, Map<Integer, Set<Variable>>> guarded = new HashMap<>();

  private final Map<String, Map<Integer, Set<Cleanup>>> cleanups = new HashMap<>();

  private TryBlocks() {}

  /**
   * Reads a class file.
   *
   * @throws RuntimeException it is none, or newer than its reader
   */
  static TryBlocks of(byte[] classFile) {
    TryBlocks blocks = new TryBlocks();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access,
                  String name,
                  String descriptor,
                  @Nullable String signature,
                  String @Nullable [] exceptions) {
                return new MethodCode() {
                  @Override
                  public void visitEnd() {
                    blocks.add(name, this);
                  }
                };
              }
            },
            ClassReader.EXPAND_FRAMES);
    return blocks;
  }

  private void add(String method, MethodCode code) {
    Map<Integer, Set<Variable>> lines = guarded.computeIfAbsent(method, key -> new HashMap<>());
    Map<Integer, Set<Cleanup>> all = cleanups.computeIfAbsent(method, key -> new HashMap<>());
    Map<Integer, Cleanup> byHandler = new HashMap<>();
    Map<Cleanup, Set<Variable>> used = new HashMap<>();
    for (MethodCode.Block block : code.blocks()) {
      Cleanup cleanup = byHandler.computeIfAbsent(block.handler(), at -> new Cleanup(code, block));
      Set<Variable> variables = used.computeIfAbsent(cleanup, TryBlocks::variables);
      if (!variables.isEmpty()) {
        for (int line : code.linesToBeAt(block)) {
          lines.computeIfAbsent(line, key -> new LinkedHashSet<>()).addAll(variables);
          all.computeIfAbsent(line, key -> new LinkedHashSet<>()).add(cleanup);
        }
      }
    }
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
   * The lines of a method at which it may have got what it closes in a loop when it stands at a
   * line: those that the same try statement covers, and those that use a variable of its cleanup.
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
   * The classes whose methods the cleanup calls in a loop when a method stands at a line; internal
   * names. What it closes so may be any number of resources.
   */
  Set<String> calledInLoops(String method, int line, LoopedCalls.Lookup lookup) {
    LoopedCalls calls = new LoopedCalls(lookup);
    for (Cleanup cleanup : cleanups.getOrDefault(method, Map.of()).getOrDefault(line, Set.of())) {
      cleanup.addTo(calls);
    }
    return calls.owners();
  }

  /**
   * The variables that cleanups use when a method stands at a line; empty if it stands inside
   * nothing there. Methods of one name are not distinguished.
   */
  List<Variable> variables(String method, int line) {
    return new ArrayList<>(guarded.getOrDefault(method, Map.of()).getOrDefault(line, Set.of()));
  }
}
