package io.ttalloc.agent.weave.classes;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Detects whether a method has an instruction other than a return; subclasses allow further
 * instructions.
 */
abstract class OtherInstructions extends MethodVisitor {
  /** Whether there is another instruction. */
  boolean other;

  OtherInstructions() {
    super(Opcodes.ASM9);
  }

  @Override
  public void visitInsn(int opcode) {
    other |= opcode != Opcodes.RETURN && opcode != Opcodes.NOP;
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    other = true;
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    other = true;
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    other = true;
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    other = true;
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    other = true;
  }

  @Override
  public void visitLdcInsn(Object value) {
    other = true;
  }

  @Override
  public void visitIincInsn(int variable, int increment) {
    other = true;
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
    other = true;
  }

  @Override
  public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
    other = true;
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    other = true;
  }
}
