package io.ttalloc.rules;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Methods that a clause names, and the resource that a call to one of them concerns.
 *
 * @param method the methods
 * @param resource the object; null stands for the receiver of the call or, for a static method that
 *     opens a resource, for its result
 * @param byKey whether {@code resource} is a number by which the program knows the resource, not an
 *     object
 * @param of the object within which that number is unique; null if it is unique everywhere
 */
public record ResourceMethod(
    MethodPattern method, @Nullable Value resource, boolean byKey, @Nullable Value of) {
  /** Methods that concern the object on which they are called, or the object that they create. */
  public static ResourceMethod ofItself(MethodPattern method) {
    return new ResourceMethod(method, null, false, null);
  }

  /**
   * Whether calls concern the object on which the method is called, or the object that it creates.
   */
  public boolean isOfItself() {
    return resource == null;
  }

  /** Whether the resource is a parameter, or is reached from one. */
  public boolean startsAtParameter() {
    return resource instanceof Value.Path path && path.root() == Value.Root.PARAMETER;
  }

  /** The resource, as a value. */
  public Value value() {
    return resource == null ? Value.self(method.position()) : resource;
  }

  /**
   * Whether, as far as the rules show, a call that both this and the other pattern cover concerns
   * the same resource according to both.
   */
  public boolean concernsTheSameAs(ResourceMethod other) {
    return byKey == other.byKey
        && value().toString().equals(other.value().toString())
        && String.valueOf(of).equals(String.valueOf(other.of));
  }

  /** The method pattern of each item, in the order of the list. */
  public static List<MethodPattern> patterns(List<ResourceMethod> all) {
    List<MethodPattern> patterns = new ArrayList<>(all.size());
    for (ResourceMethod each : all) {
      patterns.add(each.method);
    }
    return patterns;
  }

  /** The text as in a rule file. */
  @Override
  public String toString() {
    if (resource == null) {
      return method.toString();
    }
    String which = (byKey ? "key: " : "resource: ") + resource + (of == null ? "" : ", of: " + of);
    return "{method: " + method + ", " + which + "}";
  }
}
