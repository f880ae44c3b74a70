package io.ttalloc.agent.weave.transform;

import io.ttalloc.agent.weave.check.ResourceField;
import io.ttalloc.agent.weave.check.UnknownMember;
import io.ttalloc.rules.Layer;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Weaves classes with Byte Buddy, which inlines advice. Loaded when the first class matches, since
 * loading Byte Buddy takes a fifth of a second. Thread-safe.
 */
public final class Weaver {
  private final AdviceFiles adviceFiles = new AdviceFiles();
  private final ReleaseCalls calls;

  /**
   * @param calls the calls that all rules name
   */
  public Weaver(ReleaseCalls calls) {
    this.calls = calls;
  }

  /**
   * Returns a rule as it applies to a class.
   *
   * @param ofClass all rules for that class; rules of the same type complement each other
   */
  private WovenRule woven(Rule rule, List<Rule> ofClass, ProbeFacts facts) {
    ResourceType type = rule.type();
    for (Rule other : ofClass) {
      if (!other.equals(rule) && isOfOneType(rule, type, other)) {
        type.completeBy(other.type());
      }
    }
    return WovenRule.of(rule, type, facts, calls);
  }

  private static boolean isOfOneType(Rule rule, ResourceType type, Rule other) {
    // A rule without a type is about the objects of the class, not about the resources that they
    // open.
    return other.has(Clauses.TYPE)
        ? other.type().name().equals(type.name())
        : Clauses.opensItself(rule);
  }

  /**
   * Weaves a class. Has no side effect: the facts that the probe has to know are part of the
   * result.
   *
   * @param addField whether objects may get a field for their resource
   * @throws UnknownMember if a rule names something that the class does not have
   */
  public WovenClass weave(
      @Nullable ClassLoader loader,
      String className,
      byte[] classFile,
      List<Rule> rules,
      boolean addField) {
    Set<String> read = new HashSet<>();
    ClassFileLocator locator =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(className, classFile), new FoundClassFiles(loader, read));
    TypePool pool = new LenientTypePool(locator);
    TypeDescription type = pool.describe(className).resolve();
    AdvisedMethods advised = new AdvisedMethods();
    Placeholders placeholders = Placeholders.notIn(classFile);
    ProbeFacts facts = new ProbeFacts(placeholders);
    List<RuleAdvice> all = new ArrayList<>(rules.size());
    for (Rule rule : rules) {
      RuleAdvice ofRule = new RuleAdvice(woven(rule, rules, facts), type, adviceFiles);
      ofRule.collect();
      all.add(ofRule);
    }
    // Layer by layer, not rule by rule: otherwise, a scope of the second rule would already have
    // ended when the first rule opens something.
    for (Layer layer : Layer.values()) {
      for (RuleAdvice ofRule : all) {
        ofRule.addTo(advised, layer);
      }
    }
    ClassReader reader = OpenedClassReader.of(classFile);
    ClassWriter writer = new ClassWriter(reader, AdvisedMethods.NO_FLAGS);
    ClassVisitor target = addField ? new ResourceField(writer) : writer;
    reader.accept(advised.into(target, type, pool), AdvisedMethods.NO_FLAGS);
    for (RuleAdvice ofRule : all) {
      ofRule.describe();
    }
    byte[] woven = writer.toByteArray();
    return new WovenClass(woven, facts.toByteArray(), placeholders.in(woven), rules, read);
  }
}
