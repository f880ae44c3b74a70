package io.ttalloc.rules.clause;

import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.AdvisedClass;
import io.ttalloc.rules.AdvisedMethod;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.RuleMapping;
import java.util.List;

/** A clause that lists methods, each optionally with the resource that the method concerns. */
public abstract class ResourceMethodsClause extends Clause<List<ResourceMethod>> {
  /** The name of the key in a rule file, and of the advice's argument for its value. */
  static final String RESOURCE = "resource";

  private final boolean constructorsToo;
  private final boolean atEntry;

  /**
   * @param constructorsToo whether the methods may include constructors
   * @param atEntry whether the resource is read when the method begins, not when it returns
   */
  protected ResourceMethodsClause(String name, boolean constructorsToo, boolean atEntry) {
    super(name);
    this.constructorsToo = constructorsToo;
    this.atEntry = atEntry;
  }

  @Override
  public List<ResourceMethod> read(RuleMapping rule) {
    List<ResourceMethod> read = rule.resourceMethods(name(), constructorsToo, atEntry);
    for (ResourceMethod each : read) {
      if (each.byKey() && !opens() && !rule.has(TypeClause.TYPE)) {
        rule.wrong(
            each.value().position(),
            "'key' without 'type'",
            "type: NAME as well, since equal numbers of different types are different resources");
        break;
      }
    }
    return read;
  }

  /**
   * Returns advice arguments that contain the resource that a method concerns.
   *
   * @param purpose one of the constants of {@link io.ttalloc.probe.resource.KeyTable}: the effect
   *     of the method on the resource, if a number identifies the resource
   */
  static AdviceArguments concerning(ResourceMethod said, AdvisedMethod method, int purpose) {
    AdviceArguments arguments = new AdviceArguments();
    return said.byKey()
        ? arguments.keyed(
            RESOURCE, said.value(), new AdviceArguments.Key(method.typeIndex(), purpose, said.of()))
        : arguments.resource(RESOURCE, said.value());
  }

  @Override
  public final List<MethodPattern> methods(List<ResourceMethod> said) {
    return ResourceMethod.patterns(said);
  }

  @Override
  public boolean usesType(List<ResourceMethod> said) {
    for (ResourceMethod each : said) {
      if (each.byKey()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public final void weave(List<ResourceMethod> said, AdvisedClass target) {
    for (ResourceMethod each : said) {
      for (AdvisedMethod method : target.methods(each.method())) {
        // A static method has no object, but its parameters may be resources.
        if (!atEntry || !method.isStatic() || each.startsAtParameter()) {
          weave(each, method);
        }
      }
    }
  }

  /**
   * Whether the methods open the resource. An opening needs a type even for a resource without a
   * key.
   */
  protected boolean opens() {
    return false;
  }

  /** Adds advice to one of the listed methods. */
  protected abstract void weave(ResourceMethod said, AdvisedMethod method);
}
