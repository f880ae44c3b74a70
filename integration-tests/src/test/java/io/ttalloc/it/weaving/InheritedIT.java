package io.ttalloc.it.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.io.TempDir;

/** Tests inherited close methods: the program must run the same method as without the agent. */
@Variant
class InheritedIT {

  private static final String RULES =
      """
        - {class: "io.ttalloc.it.weaving.InheritedIT$OfClass", type: a, open: [<init>], close: [close]}
        - {class: "io.ttalloc.it.weaving.InheritedIT$OfInterface", type: b, open: [<init>], close: [close]}
        - {class: "io.ttalloc.it.weaving.InheritedIT$OfTwo", type: c, open: [<init>], close: [close]}
        - {class: "io.ttalloc.it.weaving.InheritedIT$Shown", type: d, open: [<init>], close: [close]}
      """;

  private static final String HEIR =
      """
        - class: io.ttalloc.it.weaving.InheritedIT$Heir
          type: heir
          open: [<init>]
          close: [close]
      """;

  @TempDir private Path folder;

  @OneJdk
  void theMethodThatTheJvmWouldChooseIsCalled(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(ClosesEach.class).run().expectSuccess();

    assertThat(result.out())
        .isEqualTo("the class\nthe interface\nthe nearer interface\nhidden\nannotated true\n");
    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 4 opened, 4 closed, Active allocations: 0\n");
  }

  @OneJdk
  void aCloseThatIsWrittenInAClassWithoutARuleCounts(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(HEIR);

    JvmResult result = tracked.on(jdk).main(ClosesHeir.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("false\nclose() of Door, synthetic: false\n");
    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 2 opened, 2 closed, Active allocations: 0\n");
  }

  @OneJdk
  void aCloseThatMayNotBeAddedIsSaidNotToBeSeen(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(HEIR.replace("$Heir", "$SerialHeir"));

    JvmResult result = tracked.on(jdk).main(ClosesSerialHeir.class).run().expectSuccess();

    String me = getClass().getName();
    assertThat(result.err())
        .startsWith(
            ("tt-alloc: %s:6:13: %s$SerialHeir inherits 'close' from %s$Door, where it is not tracked"
                    + " (adding a method to %s$SerialHeir would change that class's serialVersionUID),"
                    + " expected a rule for %s$Door that names this method; the rest of the rule"
                    + " applies\n")
                .formatted(tracked.ruleFile(), me, me, me, me));
  }

  @OneJdk
  void aRuleOfTheSuperclassHidesOnlyTheCloseThatItNames(Jdk jdk) throws Exception {
    String superclass =
        """
          - {class: "io.ttalloc.it.weaving.InheritedIT$Gate", close: [close(boolean)], use: [shut]}
          - class: io.ttalloc.it.weaving.InheritedIT$GardenGate
            type: gate
            open: [<init>]
            close: [close(), shut]
        """;
    TrackedRun tracked = TrackedRun.in(folder).rules(superclass);

    JvmResult result = tracked.on(jdk).main(ClosesGates.class).run().expectSuccess();

    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 2 opened, 2 closed, Active allocations: 0\n");
  }

  @OneJdk
  void aCloseThatIsInheritedBesideAnOverloadCounts(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(HEIR.replace("$Heir", "$LockedGate"));

    JvmResult result = tracked.on(jdk).main(ClosesLockedGates.class).run().expectSuccess();

    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 2 opened, 2 closed, Active allocations: 0\n");
  }

  /** An annotation that a framework might look for. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Marked {}

  /** A superclass; its close method has precedence over a default method of an interface. */
  static class Ancestor {
    @Marked
    public void close() {
      System.out.println("the class");
    }
  }

  static class Parent extends Ancestor {}

  interface Closing {
    default void close() {
      System.out.println("the interface");
    }
  }

  interface NearerClosing extends Closing {
    @Override
    default void close() {
      System.out.println("the nearer interface");
    }
  }

  static final class OfClass extends Parent implements Closing {}

  static final class OfInterface implements Closing {}

  static final class OfTwo implements Closing, NearerClosing {}

  /** A class that is not public, so public subclasses get a bridge to its close method. */
  abstract static class Hidden {
    public void close() {
      System.out.println("hidden");
    }
  }

  /** A class whose only close method was generated by the compiler. */
  public static final class Shown extends Hidden {}

  /** Closes one object of each class. */
  static final class ClosesEach {
    private ClosesEach() {}

    public static void main(String[] args) throws Exception {
      new OfClass().close();
      new OfInterface().close();
      new OfTwo().close();
      new Shown().close();
      System.out.println(
          "annotated " + OfClass.class.getMethod("close").isAnnotationPresent(Marked.class));
    }
  }

  /** A class that no rule names; its close method is woven into subclasses. */
  static class Door implements AutoCloseable {
    private volatile boolean closed;

    boolean isClosed() {
      return closed;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Declares only a constructor. */
  static class Heir extends Door {}

  /** Opened by the constructor of its superclass. */
  static final class YoungHeir extends Heir {}

  /** Closes objects that inherit their close method. */
  static final class ClosesHeir {
    private ClosesHeir() {}

    public static void main(String[] args) {
      try (Heir heir = new Heir()) {
        System.out.println(heir.isClosed());
      }
      // The close of a Door does not count; the close of a YoungHeir counts once.
      new Door().close();
      new YoungHeir().close();
      System.out.println(
          "close() of Door, synthetic: "
              + Arrays.stream(Door.class.getDeclaredMethods()).anyMatch(Method::isSynthetic));
    }
  }

  /** A class whose serialVersionUID would change if a method were added. */
  static final class SerialHeir extends Door implements Serializable {}

  /** Closes an object of the class to which no close method may be added. */
  static final class ClosesSerialHeir {
    private ClosesSerialHeir() {}

    public static void main(String[] args) {
      new SerialHeir().close();
    }
  }

  /** A class whose rule lists only close(boolean) as a close, and shut as a use. */
  static class Gate {
    public void close() {}

    public void close(boolean locked) {}

    public void shut() {}
  }

  /** Inherits every close method. */
  static final class GardenGate extends Gate {}

  /** Closes a gate, and shuts another; the rule of their class lists both methods as closes. */
  static final class ClosesGates {
    private ClosesGates() {}

    public static void main(String[] args) {
      new GardenGate().close();
      new GardenGate().shut();
    }
  }

  /** Overrides one close method, inherits another and adds a third. */
  static final class LockedGate extends Gate {
    @Override
    public void close(boolean locked) {
      super.close(locked);
    }

    void close(int key) {
      super.close(key > 0);
    }
  }

  /** Closes one gate by an inherited close method, and another by a method that its class adds. */
  static final class ClosesLockedGates {
    private ClosesLockedGates() {}

    public static void main(String[] args) {
      new LockedGate().close();
      new LockedGate().close(1);
    }
  }
}
