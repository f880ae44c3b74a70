package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.Value;
import io.ttalloc.probe.Hooks;
import java.util.List;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Says to the probe that methods are called only to read a value of a rule: where a call is to
 * fail, those do not count. If a value cannot be read, the advice says so.
 */
final class UncountedRead extends StackManipulation.AbstractBase {
  private final String hook;

  private UncountedRead(String hook) {
    this.hook = hook;
  }

  /** The instructions that read a value, with what says so if they call a method. */
  static StackManipulation of(Value.Path path, List<StackManipulation> code) {
    StackManipulation all = new StackManipulation.Compound(code);
    for (Value.Step step : path.steps()) {
      if (step.isMethod()) {
        return new StackManipulation.Compound(
            new UncountedRead("valueReadBegins"), all, new UncountedRead("valueReadEnds"));
      }
    }
    return all;
  }

  @Override
  public Size apply(MethodVisitor code, Implementation.Context context) {
    // By the name that all woven code can see; it inherits them.
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, Type.getInternalName(Hooks.class), hook, "()V", false);
    return Size.ZERO;
  }
}
