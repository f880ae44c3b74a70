package io.ttalloc.it.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Closes that are written elsewhere: the program must run the same method as without the agent. */
class InheritedIT {

  private static final String RULES =
      """
        - {class: "io.ttalloc.it.pitfalls.InheritedIT$OfClass", type: a, open: [<init>], close: [close]}
        - {class: "io.ttalloc.it.pitfalls.InheritedIT$OfInterface", type: b, open: [<init>], close: [close]}
        - {class: "io.ttalloc.it.pitfalls.InheritedIT$OfTwo", type: c, open: [<init>], close: [close]}
        - {class: "io.ttalloc.it.pitfalls.InheritedIT$Shown", type: d, open: [<init>], close: [close]}
      """;

  @TempDir private Path folder;

  @EveryJdk
  void theMethodThatTheJvmWouldChooseIsCalled(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(ClosesEach.class).run().expectSuccess();

    assertThat(result.out())
        .isEqualTo("the class\nthe interface\nthe nearer interface\nhidden\nannotated true\n");
    assertThat(result.err())
        .contains(
            "$OfTwo inherits 'close' from ", "where it is not tracked (several interfaces declare")
        .contains("(1 c)")
        .contains("4 opened, 3 closed");
  }

  /** What a framework would look for. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Marked {}

  /** Its close wins over that of the interface. */
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

  /** Not public, so that the compiler writes a bridge to its close into heirs that are. */
  abstract static class Hidden {
    public void close() {
      System.out.println("hidden");
    }
  }

  /** Has a close that no source says. */
  public static final class Shown extends Hidden {}

  /** Closes one of each. */
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
}
