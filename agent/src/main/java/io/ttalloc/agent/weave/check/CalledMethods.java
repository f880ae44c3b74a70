package io.ttalloc.agent.weave.check;

import io.ttalloc.agent.weave.classes.MethodCode;
import io.ttalloc.rules.MethodPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** The calls that the methods of a class make to each other. */
final class CalledMethods {
  private final String className;

  /** The code of each method, by its name and descriptor. */
  private final Map<String, MethodCode> byName = new HashMap<>();

  CalledMethods(ClassReader reader) {
    className = reader.getClassName();
    MethodCode.ofEach(
        reader,
        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES,
        code -> byName.put(code.name + code.descriptor, code));
  }

  /**
   * Whether a method calls a method of the same class that matches one of the patterns, directly or
   * through other methods of the class.
   */
  boolean reach(ClassMembers.Method from, List<MethodPattern> patterns) {
    List<String> open = new ArrayList<>();
    String start = from.name() + from.descriptor();
    open.add(start);
    for (int i = 0; i < open.size(); i++) {
      MethodCode code = byName.get(open.get(i));
      for (int at = 0; code != null && at < code.size(); at++) {
        MethodCode.Called call = code.instruction(at).called();
        String callee = call == null ? "" : call.name() + call.descriptor();
        if (call != null
            && code.instruction(at).opcode() != Opcodes.INVOKEDYNAMIC
            && call.owner().equals(className)
            && !open.contains(callee)) {
          if (isMeant(call, patterns)) {
            return true;
          }
          open.add(callee);
        }
      }
    }
    return false;
  }

  private static boolean isMeant(MethodCode.Called call, List<MethodPattern> patterns) {
    for (MethodPattern pattern : patterns) {
      if (pattern.matches(call.name(), call.descriptor())) {
        return true;
      }
    }
    return false;
  }
}
