package io.ttalloc.it.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Tests classes to which a rule does not apply, because they lack a member that the rule reads. */
@Variant
class LeftOutRulesIT {
  private static final String HERE = LeftOutRulesIT.class.getName() + "$";

  @TempDir private Path folder;

  @OneJdk
  void aRuleIsLeftOutOnlyWhereItDoesNotFit(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(
                rule("Base", "size()")
                    + rule("Other", "1")
                    + rule("Open", "secret")
                    + rule("Sized", "size()"));

    JvmResult result = tracked.on(jdk).main(Program.class).run().expectSuccess();

    assertThat(result.err().lines().limit(2))
        .containsExactlyInAnyOrder(
            ofAClassThatItDoesNotFitAndOfItsSubclasses(tracked.ruleFile()),
            ofAClassWhoseSuperClassItFits(tracked.ruleFile()));
    assertThat(result.err().lines().skip(2).filter(line -> line.contains("rules.yaml"))).isEmpty();
    JsonReport json = tracked.json();
    // The two objects that are found, and the object of an unrelated class, which is closed.
    assertThat(json.total("opened")).isEqualTo(3);
    assertThat(json.findings()).hasSize(2);
    assertThat(bytesOf("Hides", json)).isEqualTo(5);
    assertThat(bytesOf("Implements", json)).isEqualTo(3);
  }

  /**
   * The subclass has {@code size()}, but inherits its close method from a class that is not woven.
   */
  private static String ofAClassThatItDoesNotFitAndOfItsSubclasses(Path rules) {
    return ("tt-alloc: %s:7:12: 'size()' does not fit, expected a no-argument method 'size()' of"
            + " %sBase that the woven class can access; %sBase and its subclasses are not"
            + " tracked by this rule")
        .formatted(rules, HERE, HERE);
  }

  private static String ofAClassWhoseSuperClassItFits(Path rules) {
    return ("tt-alloc: %s:19:12: 'secret' for 'bytes' is of type boolean, expected a number (long,"
            + " int, short, byte, char, or a wrapper class such as Long); this rule tracks"
            + " only what %sHides and its subclasses inherit from %sOpen")
        .formatted(rules, HERE, HERE);
  }

  /** The bytes of the only object of a class that is found. */
  private static long bytesOf(String className, JsonReport report) {
    List<JsonObject> found =
        report.findings().stream()
            .filter(finding -> finding.get("class").getAsString().equals(HERE + className))
            .toList();
    assertThat(found).hasSize(1);
    return found.get(0).get("bytes").getAsLong();
  }

  private static String rule(String className, String bytes) {
    return """
          - class: %s
            subtypes: true
            type: thing
            open: [<init>]
            bytes: %s
            close: [close]
        """
        .formatted(HERE + className, bytes);
  }

  /** Has no size. */
  static class Base implements AutoCloseable {
    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /** Has a size. */
  static class Heir extends Base {
    int size() {
      return 3;
    }
  }

  /** Has a number. */
  static class Open implements AutoCloseable {
    final int secret = 5;

    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /** Has a field with the same name as an inherited field. */
  static final class Hides extends Open {
    @SuppressWarnings("HidingField") // such names occur
    final boolean secret = true;
  }

  /** Need not have the member that a rule reads, because interfaces are not woven. */
  interface Sized extends AutoCloseable {}

  /** No rule names it. */
  static class Unnamed implements AutoCloseable {
    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /** Has a size; inherits its close method from a class that does not implement {@link Sized}. */
  static final class Implements extends Unnamed implements Sized {
    int size() {
      return 3;
    }
  }

  /** Unrelated to the other classes. */
  static final class Other implements AutoCloseable {
    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /** Closes one object to which the rules do not apply and one to which they do, and keeps two. */
  static final class Program {
    private static final List<AutoCloseable> KEPT = new ArrayList<>();

    private Program() {}

    public static void main(String[] args) throws Exception {
      try (Heir heir = new Heir();
          Other other = new Other()) {
        KEPT.add(heir);
        KEPT.add(other);
      }
      KEPT.add(new Hides());
      KEPT.add(new Implements());
    }
  }
}
