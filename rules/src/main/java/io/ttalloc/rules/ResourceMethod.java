package io.ttalloc.rules;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Methods that a clause names, and the resource that a call of one concerns.
 *
 * @param method the methods
 * @param resource which object; null stands for the receiver of the call and, where a static method
 *     opens something, for its result
 * @param byKey whether {@code resource} is a number by which the program knows it, and no object
 * @param of the object in which that number is unique; null if it is in all
 */
public record ResourceMethod(
    MethodPattern method, @Nullable Value resource, boolean byKey, @Nullable Value of) {
  /** The object that the methods are called on, or that they make. */
  public static ResourceMethod ofItself(MethodPattern method) {
    return new ResourceMethod(method, null, false, null);
  }

  /** Whether calls concern the object that the method is called on, or makes. */
  public boolean isOfItself() {
    return resource == null;
  }

  /** Whether the object is a parameter, or found from one. */
  public boolean startsAtParameter() {
    return resource instanceof Value.Path path && path.root() == Value.Root.PARAMETER;
  }

  /** The object, as a value. */
  public Value value() {
    return resource == null ? Value.self(method.position()) : resource;
  }

  /** Whether a call that matches both concerns one resource, judging by the rules alone. */
  public boolean concernsTheSameAs(ResourceMethod other) {
    return byKey == other.byKey
        && value().toString().equals(other.value().toString())
        && String.valueOf(of).equals(String.valueOf(other.of));
  }

  /** The patterns of some of these, in the same order. */
  public static List<MethodPattern> patterns(List<ResourceMethod> all) {
    List<MethodPattern> patterns = new ArrayList<>(all.size());
    for (ResourceMethod each : all) {
      patterns.add(each.method);
    }
    return patterns;
  }

  /** Returns the text as in a rule file. */
  @Override
  public String toString() {
    if (resource == null) {
      return method.toString();
    }
    String which = (byKey ? "key: " : "resource: ") + resource + (of == null ? "" : ", of: " + of);
    return "{method: " + method + ", " + which + "}";
  }
}
