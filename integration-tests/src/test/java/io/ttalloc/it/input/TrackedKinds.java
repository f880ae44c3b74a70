package io.ttalloc.it.input;

import java.util.ArrayList;
import java.util.List;

/** Opens objects of several kinds of classes, two of each tracked kind, and closes one per kind. */
public final class TrackedKinds {
  private static final List<AutoCloseable> KEPT = new ArrayList<>();

  private static int closes;

  private int ofInner;

  private TrackedKinds() {}

  public static void main(String[] args) throws Exception {
    both(new Base() {}, new NestedHeir());
    new NestedHeir().close();
    TrackedKinds outer = new TrackedKinds();
    both(outer.new Inner(), outer.new Inner());
    KEPT.get(KEPT.size() - 1).close();
    // Anonymous classes get the name of their superclass.
    new Base() {}.close();
    AutoCloseable outside =
        Class.forName("outside.Outside")
            .asSubclass(AutoCloseable.class)
            .getConstructor()
            .newInstance();
    both(outside, outside);
    outside.close();
    System.out.println(closes + outer.ofInner + " closed");
  }

  private static void both(AutoCloseable one, AutoCloseable other) {
    KEPT.add(one);
    KEPT.add(other);
  }

  /** The close method of all subclasses. */
  public abstract static class Base implements AutoCloseable {
    @Override
    public void close() {
      closes++;
    }
  }

  /** Extended by a class outside the package. */
  public static class NestedHeir extends Base {}

  final class Inner implements AutoCloseable {
    @Override
    public void close() {
      ofInner++;
    }
  }
}
