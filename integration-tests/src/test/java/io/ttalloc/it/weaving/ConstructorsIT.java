package io.ttalloc.it.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ConstructorsIT {

  private static final String RULES =
      """
        - class: io.ttalloc.it.weaving.ConstructorsIT$Base
          subtypes: true
          type: base
          open: [<init>]
          close: [close]
          bytes: size()
      """;

  @TempDir private Path folder;

  @OneJdk
  void countsOneResourceWhenConstructorsChain(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(Chains.class).run().expectSuccess();

    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 4 opened, 4 closed, Active allocations: 0\n");
  }

  @Variant
  @OneJdk
  void whatItsOuterConstructorClosesStaysClosed(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(ClosesItself.class).run().expectSuccess();

    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 1 opened, 1 closed, Active allocations: 0\n");
  }

  @Variant
  @OneJdk
  void theOutermostConstructorHasTheLastWordOnTheSize(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    tracked.on(jdk).main(Keeps.class).run().expectSuccess();

    assertThat(tracked.json().findings()).hasSize(1);
    JsonObject finding = tracked.json().findings().get(0);
    assertThat(finding.get("class").getAsString()).endsWith("$Derived");
    assertThat(finding.get("count").getAsInt()).isEqualTo(1);
    assertThat(finding.get("bytes").getAsLong()).isEqualTo(5_003);
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  @OneJdk
  void whatASuperclassAcquiredBeforeTheSubclassThrewIsReported(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(Throws.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("caught no\n");
    JsonReport json = tracked.json();
    assertThat(json.findings()).hasSize(1);
    JsonObject finding = json.findings().get(0);
    assertThat(finding.get("verdict").getAsString()).isEqualTo("LOST");
    assertThat(finding.get("leak").getAsBoolean()).isTrue();
    assertThat(finding.get("bytes").getAsLong()).isEqualTo(3_001);
    assertThat(JsonReport.frames(finding, "openedBy").stream().map(f -> f.replaceAll("\\(.*", "")))
        .containsExactly(
            "ConstructorsIT$Base.<init>",
            "ConstructorsIT$Fails.<init>",
            "ConstructorsIT$Throws.main");
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  /** Acquires a resource in its second constructor. */
  static class Base implements AutoCloseable {
    private int size;

    Base() {
      this(1_001);
    }

    Base(int size) {
      this.size = size;
    }

    int size() {
      return size;
    }

    void grow(int bytes) {
      size += bytes;
    }

    @Override
    public void close() {
      size = 0;
    }
  }

  /**
   * A class whose first constructor starts a chain of three constructors, and whose second
   * constructor makes the object grow after the superclass constructor.
   */
  static class Derived extends Base {
    Derived() {
      super();
    }

    Derived(int bytes) {
      super(5_000);
      grow(bytes);
    }
  }

  /** Acquires a resource in its superclass constructor and then fails. */
  static final class Fails extends Base {
    Fails() {
      super(3_001);
      if (size() > 0) {
        throw new IllegalStateException("no");
      }
    }
  }

  /** Opens an object by each constructor of Base and Derived, and closes all of them. */
  static final class Chains {
    private Chains() {}

    public static void main(String[] args) {
      try (Base one = new Base();
          Base two = new Base(2);
          Base three = new Derived();
          Base four = new Derived(4)) {
        System.out.println(one.size() + two.size() + three.size() + four.size());
      }
    }
  }

  /** Keeps one object open. */
  static final class Keeps {
    private static final Base KEPT = new Derived(3);

    private Keeps() {}

    public static void main(String[] args) {
      System.out.println(KEPT.size());
    }
  }

  /** Makes a constructor fail. */
  static final class Throws {
    private Throws() {}

    public static void main(String[] args) {
      try (Base never = new Fails()) {
        System.out.println("has " + never);
      } catch (IllegalStateException e) {
        System.out.println("caught " + e.getMessage());
      }
    }
  }

  /** Is closed when its constructor returns. */
  static final class ClosesItself extends Base {
    private static final ClosesItself KEPT = new ClosesItself();

    private ClosesItself() {
      close();
    }

    public static void main(String[] args) {
      System.out.println(KEPT.size());
    }
  }
}
