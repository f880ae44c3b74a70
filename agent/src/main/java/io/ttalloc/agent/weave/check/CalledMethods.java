package io.ttalloc.agent.weave.check;

import io.ttalloc.rules.MethodPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The calls between the methods of a class. */
final class CalledMethods {
  private final String className;

  /** The calls of each method, by its name and descriptor. */
  private final Map<String, List<Call>> byCaller = new HashMap<>();

  private record Call(String owner, String name, String descriptor) {}

  CalledMethods(ClassReader reader) {
    className = reader.getClassName();
    reader.accept(new Visitor(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }

  /**
   * Whether a method calls another one that matches one of the patterns, directly or through
   * others.
   */
  boolean reach(ClassMembers.Method from, List<MethodPattern> patterns) {
    List<String> open = new ArrayList<>();
    String start = from.name() + from.descriptor();
    open.add(start);
    for (int i = 0; i < open.size(); i++) {
      for (Call call : byCaller.getOrDefault(open.get(i), List.of())) {
        String callee = call.name + call.descriptor;
        if (call.owner.equals(className) && !open.contains(callee)) {
          if (isMeant(call, patterns)) {
            return true;
          }
          open.add(callee);
        }
      }
    }
    return false;
  }

  private static boolean isMeant(Call call, List<MethodPattern> patterns) {
    for (MethodPattern pattern : patterns) {
      if (pattern.matches(call.name, call.descriptor)) {
        return true;
      }
    }
    return false;
  }

  private final class Visitor extends ClassVisitor {
    private Visitor() {
      super(Opcodes.ASM9);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      List<Call> calls = new ArrayList<>();
      byCaller.put(name + descriptor, calls);
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String callee, String calleeDescriptor, boolean isInterface) {
          calls.add(new Call(owner, callee, calleeDescriptor));
        }
      };
    }
  }
}
