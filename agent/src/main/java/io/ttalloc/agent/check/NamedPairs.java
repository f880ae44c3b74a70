package io.ttalloc.agent.check;

import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.weave.TypeWords;
import io.ttalloc.yaml.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Methods of one class that open and close something, as far as their names tell: create and
 * destroy, open and close, acquire and release, alloc and free, new and delete, with the same end.
 */
final class NamedPairs {
  private static final Map<String, List<String>> CLOSERS =
      Map.of(
          "create", List.of("destroy", "delete", "release", "free"),
          "open", List.of("close"),
          "acquire", List.of("release"),
          "alloc", List.of("free", "release", "dealloc"),
          "allocate", List.of("free", "release", "deallocate"),
          "new", List.of("delete", "free", "destroy"));

  private record Method(boolean isStatic, String name, Type returned, List<Type> parameters) {}

  private final String className;
  private final boolean isCloseable;
  private final List<Method> methods = new ArrayList<>();

  /**
   * @param isCloseable whether there is a rule for objects of the class
   */
  NamedPairs(String className, byte[] classFile, boolean isCloseable) {
    this.className = className;
    this.isCloseable = isCloseable;
    new ClassReader(classFile)
        .accept(
            new Visitor(),
            ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }

  /** Rules for them, each with the guess in a comment; empty if there are none. */
  String rules() {
    StringBuilder rules = new StringBuilder();
    for (Method closer : methods) {
      List<Method> ofResult = new ArrayList<>();
      List<Method> ofItself = new ArrayList<>();
      for (Method opener : methods) {
        if (fit(opener.name, closer.name)) {
          if (isHandle(opener.returned) && takes(closer, opener.returned)) {
            rules.append(handle(opener, closer));
          } else if (opener.returned.getSort() == Type.OBJECT && takes(closer, opener.returned)) {
            ofResult.add(opener);
          } else if (!isCloseable && isOfItself(opener, closer)) {
            ofItself.add(opener);
          }
        }
      }
      if (!ofResult.isEmpty()) {
        String type = ofResult.get(0).returned.getInternalName();
        rules.append(rule(ofResult, closer, type, "resource: result", "resource: $0"));
      }
      if (!ofItself.isEmpty()) {
        rules.append(rule(ofItself, closer, className.replace('.', '/'), "", ""));
      }
    }
    return rules.toString();
  }

  private static boolean takes(Method closer, Type opened) {
    return !closer.parameters.isEmpty() && closer.parameters.get(0).equals(opened);
  }

  private static boolean isOfItself(Method opener, Method closer) {
    return !opener.isStatic
        && !closer.isStatic
        && opener.returned.getSort() == Type.VOID
        && closer.parameters.isEmpty();
  }

  private static boolean fit(String opener, String closer) {
    for (Map.Entry<String, List<String>> pair : CLOSERS.entrySet()) {
      String begin = pair.getKey();
      if (opener.startsWith(begin)) {
        String rest = opener.substring(begin.length());
        for (String end : pair.getValue()) {
          if ((rest.isEmpty() || Character.isUpperCase(rest.charAt(0)))
              && closer.equals(end + rest)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private String handle(Method opener, Method closer) {
    return "  # guess: "
        + className
        + " gives numbers by "
        + opener.name
        + " and frees them by "
        + closer.name
        + ", which no draft can track\n";
  }

  private String rule(
      List<Method> openers, Method closer, String type, String opened, String closed) {
    StringBuilder open = new StringBuilder();
    for (Method opener : openers) {
      open.append(open.length() == 0 ? "" : ", ").append(written(opener, opened));
    }
    return "  # guess: by the names "
        + openers.get(0).name
        + " and "
        + closer.name
        + "\n  - class: "
        + className
        + "\n    type: \""
        + TypeWords.of(type, null)
        + "\"\n    open: ["
        + open
        + "]\n    close: ["
        + written(closer, closed)
        + "]\n";
  }

  private static String written(Method method, String resource) {
    String pattern = "\"" + written(method) + "\"";
    return resource.isEmpty() ? pattern : "{method: " + pattern + ", " + resource + "}";
  }

  /** A number that native code understands. */
  private static boolean isHandle(Type type) {
    return type.getSort() == Type.LONG || type.getSort() == Type.INT;
  }

  private static String written(Method method) {
    List<String> types = new ArrayList<>();
    for (Type parameter : method.parameters) {
      types.add(parameter.getClassName());
    }
    return method.name + "(" + String.join(",", types) + ")";
  }

  private final class Visitor extends ClassVisitor {
    Visitor() {
      super(Opcodes.ASM9);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      boolean hidden = (access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_PRIVATE)) != 0;
      Method method =
          new Method(
              (access & Opcodes.ACC_STATIC) != 0,
              name,
              Type.getReturnType(descriptor),
              List.of(Type.getArgumentTypes(descriptor)));
      boolean hasCode = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
      boolean canBeWritten =
          MethodPattern.parse(written(method), Position.wholeFile("draft")) != null
              && ClassPattern.parse(className) != null;
      if (!hidden && canBeWritten && (hasCode || isHandle(method.returned) || isFree(method))) {
        methods.add(method);
      }
      return null;
    }

    /** Of natives only what concerns handles is told. */
    private boolean isFree(Method method) {
      return !method.parameters.isEmpty() && isHandle(method.parameters.get(0));
    }
  }
}
