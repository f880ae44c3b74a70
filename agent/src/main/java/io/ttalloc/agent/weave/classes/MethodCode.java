package io.ttalloc.agent.weave.classes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The instructions of one method of a class file, numbered in order; none if it has no code. */
public final class MethodCode extends MethodVisitor {
  /**
   * The range of a handler that catches everything: the instructions from the start, inclusive, to
   * the end, exclusive.
   */
  public record Block(int start, int end, int handler) {}

  /**
   * An instruction.
   *
   * @param variable the local variable that it loads or stores; -1 if none
   * @param field the instance field that it reads, or null
   * @param called the method that it calls; for {@code invokedynamic}, the method from which it
   *     creates a function object, if any
   * @param targets the labels to which it may jump
   */
  public record Instruction(
      int opcode,
      int variable,
      @Nullable String field,
      @Nullable Called called,
      List<Label> targets,
      int line) {}

  /** A method that is called. */
  public record Called(String owner, String name, String descriptor) {}

  private record Range(Label start, Label end, Label handler) {}

  private static final String THROWABLE = "java/lang/Throwable";

  /**
   * The maximum number of blocks to read. Nested statements may cover a call many times; real
   * methods have few blocks.
   */
  private static final int MAX_BLOCKS = 1_000;

  private final List<Range> ranges = new ArrayList<>();
  private final List<Instruction> instructions = new ArrayList<>();
  private final Map<Label, Integer> positions = new HashMap<>();

  /**
   * The types of the local variables, indexed by variable, for those instructions that have a stack
   * map frame in the class file.
   */
  private final Map<Integer, @Nullable String[]> frames = new HashMap<>();

  private int line = -1;

  public final String name;
  public final String descriptor;
  public final int access;
  private final Consumer<MethodCode> visitor;

  private MethodCode(String name, String descriptor, int access, Consumer<MethodCode> visitor) {
    super(Opcodes.ASM9);
    this.name = name;
    this.descriptor = descriptor;
    this.access = access;
    this.visitor = visitor;
  }

  /**
   * Reads the methods of a class, one after the other.
   *
   * @param flags the flags for {@link ClassReader#accept}
   */
  public static void ofEach(ClassReader reader, int flags, Consumer<MethodCode> visitor) {
    read(reader, flags, null, visitor);
  }

  /** Reads the method of this name and descriptor; null if the class does not declare it. */
  public static @Nullable MethodCode of(ClassReader reader, int flags, String nameAndDescriptor) {
    List<MethodCode> found = new ArrayList<>(1);
    read(reader, flags, nameAndDescriptor, found::add);
    return found.isEmpty() ? null : found.get(0);
  }

  private static void read(
      ClassReader reader, int flags, @Nullable String only, Consumer<MethodCode> visitor) {
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            return only == null || only.equals(name + descriptor)
                ? new MethodCode(name, descriptor, access, visitor)
                : null;
          }
        },
        flags);
  }

  @Override
  public void visitEnd() {
    visitor.accept(this);
  }

  /** The blocks whose handler catches everything, in the order of the class file. */
  public List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    for (Range range : ranges) {
      blocks.add(new Block(at(range.start), at(range.end), at(range.handler)));
    }
    return blocks;
  }

  /** The position of a label; the end of the code if the label has no position. */
  public int at(Label label) {
    return positions.getOrDefault(label, instructions.size());
  }

  public int size() {
    return instructions.size();
  }

  public Instruction instruction(int number) {
    return instructions.get(number);
  }

  /**
   * The types of the local variables that hold references at an instruction, indexed by variable;
   * null if unknown.
   */
  public @Nullable String @Nullable [] typesAt(int number) {
    return frames.get(number);
  }

  /**
   * The lines of a block at which a thread may be when its stack is recorded: where it calls a
   * method, waits for a lock, initializes a class, or repeats a loop.
   */
  public Set<Integer> linesToBeAt(Block block) {
    Set<Integer> lines = new TreeSet<>();
    for (int i = block.start; i < Math.min(block.end, instructions.size()); i++) {
      Instruction instruction = instructions.get(i);
      boolean repeats = false;
      for (Label label : instruction.targets) {
        int target = at(label);
        if (target <= i) {
          repeats = true;
          lines.add(instructions.get(target).line);
        }
      }
      if (repeats || mayTakeLong(instruction.opcode)) {
        lines.add(instruction.line);
      }
    }
    return lines;
  }

  private static boolean mayTakeLong(int opcode) {
    return switch (opcode) {
      case Opcodes.MONITORENTER, Opcodes.NEW, Opcodes.GETSTATIC, Opcodes.PUTSTATIC -> true;
      default -> opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEDYNAMIC;
    };
  }

  private void add(int opcode, int variable, @Nullable String field, List<Label> targets) {
    instructions.add(new Instruction(opcode, variable, field, null, targets, line));
  }

  private void add(int opcode) {
    add(opcode, -1, null, List.of());
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
    if ((type == null || type.equals(THROWABLE)) && ranges.size() < MAX_BLOCKS) {
      ranges.add(new Range(start, end, handler));
    }
  }

  @Override
  public void visitLabel(Label label) {
    positions.put(label, instructions.size());
  }

  @Override
  public void visitLineNumber(int number, Label start) {
    line = number;
  }

  @Override
  public void visitFrame(int kind, int count, Object[] locals, int stackCount, Object[] stack) {
    List<@Nullable String> types = new ArrayList<>();
    for (Object local : Arrays.asList(locals).subList(0, count)) {
      types.add(local instanceof String type ? type : null);
      if (local.equals(Opcodes.LONG) || local.equals(Opcodes.DOUBLE)) {
        types.add(null);
      }
    }
    frames.put(instructions.size(), types.toArray(new String[0]));
  }

  @Override
  public void visitInsn(int opcode) {
    add(opcode);
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    add(opcode);
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    add(opcode, variable, null, List.of());
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    add(opcode);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    add(opcode, -1, opcode == Opcodes.GETFIELD ? name : null, List.of());
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    call(opcode, new Called(owner, name, descriptor));
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    Called made = null;
    for (Object argument : arguments) {
      if (argument instanceof Handle handle) {
        made = new Called(handle.getOwner(), handle.getName(), handle.getDesc());
      }
    }
    call(Opcodes.INVOKEDYNAMIC, made);
  }

  private void call(int opcode, @Nullable Called called) {
    instructions.add(new Instruction(opcode, -1, null, called, List.of(), line));
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    add(opcode, -1, null, List.of(label));
  }

  @Override
  public void visitLdcInsn(Object value) {
    add(Opcodes.LDC);
  }

  @Override
  public void visitIincInsn(int variable, int increment) {
    add(Opcodes.IINC);
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
    switchTo(Opcodes.TABLESWITCH, otherwise, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
    switchTo(Opcodes.LOOKUPSWITCH, otherwise, labels);
  }

  private void switchTo(int opcode, Label otherwise, Label[] labels) {
    List<Label> targets = new ArrayList<>(Arrays.asList(labels));
    targets.add(otherwise);
    add(opcode, -1, null, targets);
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    add(Opcodes.MULTIANEWARRAY);
  }
}
