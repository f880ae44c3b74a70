package io.ttalloc.heap.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The types of an object, as {@link Class#getTypeName} has them.
 *
 * @param names its class first, then the superclasses of that, without Object; then, if they are
 *     known, its interfaces
 * @param complete whether its interfaces are among them; a heap dump does not have these
 */
public record ObjectTypes(List<String> names, boolean complete) {
  public ObjectTypes {
    names = List.copyOf(names);
  }

  /** The name of its class; empty if even that is unknown. */
  public String className() {
    return names.isEmpty() ? "" : names.get(0);
  }

  /** The same with all interfaces of its class. */
  public ObjectTypes with(Collection<String> interfaces) {
    List<String> all = new ArrayList<>(names);
    all.addAll(interfaces);
    return new ObjectTypes(all, true);
  }
}
