package io.ttalloc.agent.weave;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Holds the members that a rule names against those that the class has.
 *
 * <p>A rule for one class that names a method which the class neither has nor inherits is a mistake
 * of its author: one line says where, and the rest of the rule applies. So is one that names a
 * method which the class inherits from a super type that no rule weaves, since the method is woven
 * where it is written. A rule for many classes names what some of them have.
 */
final class MemberCheck {
  private final Set<String> told = new TreeSet<>();
  private final Scout scout;

  MemberCheck(Scout scout) {
    this.scout = scout;
  }

  /** The rules that find something to weave in a class. */
  List<Rule> fitting(
      @Nullable ClassLoader loader, String className, byte[] classFile, List<Rule> rules) {
    ClassReader reader = new ClassReader(classFile);
    boolean isInterface = (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0;
    Methods methods = Methods.of(reader);
    List<Rule> fitting = new ArrayList<>();
    for (Rule rule : rules) {
      boolean fits = rule.statistics() != null;
      for (MethodPattern pattern : patterns(rule)) {
        if (methods.has(pattern)) {
          fits |= methods.hasCode(pattern);
        } else if (rule.classes().kind() == ClassPattern.Kind.CLASS
            && rule.classes().matches(className)
            // An interface's rule may speak of the constructors of what implements it.
            && !(isInterface && rule.subtypes() && pattern.isConstructor())) {
          tellOfMissing(loader, className, reader, methods, pattern);
        }
      }
      if (fits) {
        fitting.add(rule);
      }
    }
    return fitting;
  }

  private void tellOfMissing(
      @Nullable ClassLoader loader,
      String className,
      ClassReader reader,
      Methods methods,
      MethodPattern pattern) {
    boolean inherited = false;
    if (!pattern.isConstructor()) {
      for (String ancestor : Scout.ancestors(loader, reader)) {
        ClassReader of = Scout.read(loader, ancestor);
        if (of != null && Methods.of(of).has(pattern)) {
          inherited = true;
          if (Methods.of(of).hasCode(pattern)) {
            if (!isWovenIn(loader, of, pattern)) {
              tellInherited(className, pattern, ancestor.replace('/', '.'));
            }
            return;
          }
        }
      }
    }
    if (!inherited) {
      tell(className, pattern, methods);
    }
  }

  private boolean isWovenIn(
      @Nullable ClassLoader loader, ClassReader ancestor, MethodPattern inherited) {
    Methods methods = Methods.of(ancestor);
    for (Rule rule : scout.rulesOf(loader, ancestor.getClassName(), ancestor)) {
      for (MethodPattern pattern : patterns(rule)) {
        if (pattern.name().equals(inherited.name()) && methods.hasCode(pattern)) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<MethodPattern> patterns(Rule rule) {
    List<MethodPattern> all = new ArrayList<>();
    all.addAll(rule.open());
    all.addAll(rule.close());
    all.addAll(rule.use());
    all.addAll(rule.scope());
    all.addAll(rule.reclaim());
    all.addAll(rule.infrastructure());
    for (Rule.Hold hold : rule.holds()) {
      all.add(hold.method());
    }
    for (Rule.Drop drop : rule.drops()) {
      all.add(drop.method());
    }
    for (Rule.Cycle cycle : rule.cycles()) {
      all.add(cycle.method());
    }
    return all;
  }

  private void tell(String className, MethodPattern pattern, Methods methods) {
    String line =
        pattern.position()
            + ": "
            + className
            + " has no method '"
            + pattern
            + "', expected one of "
            + methods.names()
            + "; the rest of the rule applies";
    tellOnce(line);
  }

  private void tellInherited(String className, MethodPattern pattern, String ancestor) {
    tellOnce(
        pattern.position()
            + ": "
            + className
            + " inherits '"
            + pattern
            + "' from "
            + ancestor
            + ", where it is not seen, expected a rule for "
            + ancestor
            + " that names it; the rest of the rule applies");
  }

  private void tellOnce(String line) {
    synchronized (told) {
      if (!told.add(line)) {
        return;
      }
    }
    Console.line(line);
  }

  /**
   * Whether a class may get a field: interfaces have no objects of their own, and the fields of
   * records are their components.
   */
  static boolean mayGetField(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    return (reader.getAccess() & Opcodes.ACC_INTERFACE) == 0
        && !"java/lang/Record".equals(reader.getSuperName());
  }

  /** Names and descriptors of the methods of a class. */
  private static final class Methods extends ClassVisitor {
    private final List<String> names = new ArrayList<>();
    private final List<String> descriptors = new ArrayList<>();
    private final List<Boolean> withCode = new ArrayList<>();

    private Methods() {
      super(Opcodes.ASM9);
    }

    static Methods of(ClassReader reader) {
      Methods methods = new Methods();
      reader.accept(
          methods, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      return methods;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      names.add(name);
      descriptors.add(descriptor);
      withCode.add((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0);
      return null;
    }

    boolean has(MethodPattern pattern) {
      return has(pattern, false);
    }

    /** Whether there is such a method that can be woven. */
    boolean hasCode(MethodPattern pattern) {
      return has(pattern, true);
    }

    private boolean has(MethodPattern pattern, boolean code) {
      for (int i = 0; i < names.size(); i++) {
        if (pattern.matches(names.get(i), descriptors.get(i)) && (!code || withCode.get(i))) {
          return true;
        }
      }
      return false;
    }

    String names() {
      Set<String> sorted = new TreeSet<>(names);
      sorted.remove("<clinit>");
      sorted.removeIf(name -> name.indexOf('$') >= 0);
      return String.join(", ", sorted);
    }
  }
}
