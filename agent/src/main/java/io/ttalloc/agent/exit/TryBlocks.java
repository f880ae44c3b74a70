package io.ttalloc.agent.exit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Which calls of a class are made inside of a try statement that runs something however it is left:
 * with a finally block, with resources, or one that catches everything. A method that stands at
 * such a call still means to tidy up. Blocks that are only synchronized do not count.
 */
final class TryBlocks {
  private static final String THROWABLE = "java/lang/Throwable";

  /** Methods with their lines. */
  private final Map<String, Set<Integer>> guarded = new HashMap<>();

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
                return new Method(blocks.guarded.computeIfAbsent(name, key -> new HashSet<>()));
              }
            },
            ClassReader.SKIP_FRAMES);
    return blocks;
  }

  /** Whether a method that stands at a line is inside of such a statement. */
  boolean guard(String method, int line) {
    return guarded.getOrDefault(method, Set.of()).contains(line);
  }

  /** The instructions of one method by number. */
  private static final class Method extends MethodVisitor {
    private record Block(Label start, Label end, Label handler) {}

    private record Call(int at, int line) {}

    private final Set<Integer> lines;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Call> calls = new ArrayList<>();
    private final List<Integer> opcodes = new ArrayList<>();
    private final Map<Label, Integer> positions = new HashMap<>();
    private int line = -1;

    Method(Set<Integer> lines) {
      super(Opcodes.ASM9);
      this.lines = lines;
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
      if (type == null || type.equals(THROWABLE)) {
        blocks.add(new Block(start, end, handler));
      }
    }

    @Override
    public void visitLabel(Label label) {
      positions.put(label, opcodes.size());
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = number;
    }

    private void instruction(int opcode) {
      opcodes.add(opcode);
    }

    private void call(int opcode) {
      calls.add(new Call(opcodes.size(), line));
      instruction(opcode);
    }

    @Override
    public void visitInsn(int opcode) {
      instruction(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      instruction(opcode);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
      instruction(opcode);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      instruction(opcode);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      instruction(opcode);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      call(opcode);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      call(Opcodes.INVOKEDYNAMIC);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      instruction(opcode);
    }

    @Override
    public void visitLdcInsn(Object value) {
      instruction(Opcodes.LDC);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
      instruction(Opcodes.IINC);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
      instruction(Opcodes.TABLESWITCH);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
      instruction(Opcodes.LOOKUPSWITCH);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      instruction(Opcodes.MULTIANEWARRAY);
    }

    @Override
    public void visitEnd() {
      for (Block block : blocks) {
        int start = positions.getOrDefault(block.start, 0);
        int end = positions.getOrDefault(block.end, 0);
        if (doesMoreThanUnlock(positions.getOrDefault(block.handler, opcodes.size()))) {
          for (Call call : calls) {
            if (call.at >= start && call.at < end) {
              lines.add(call.line);
            }
          }
        }
      }
    }

    /** The end of a synchronized block leaves the monitor and throws on. */
    private boolean doesMoreThanUnlock(int handler) {
      for (int opcode : opcodes.subList(Math.min(handler, opcodes.size()), opcodes.size())) {
        if (opcode == Opcodes.ATHROW) {
          return false;
        }
        boolean unlocks =
            opcode == Opcodes.ASTORE || opcode == Opcodes.ALOAD || opcode == Opcodes.MONITOREXIT;
        if (!unlocks) {
          return true;
        }
      }
      return false;
    }
  }
}
