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

  /**
   * The subclass has {@code size()}, but inherits its close method from a class that is not woven.
   */
  @OneJdk
  void ofAClassThatItDoesNotFitAndOfItsSubclasses(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(rule("Base", "size()") + rule("Other", "1"));

    JvmResult result = tracked.on(jdk).main(Program.class).run().expectSuccess();

    assertThat(result.err().lines().findFirst())
        .contains(
            ("tt-alloc: %s:7:12: 'size()' does not fit, expected a no-argument method 'size()' of"
                    + " %sBase that the woven class can access; %sBase and its subclasses are not"
                    + " tracked by this rule")
                .formatted(tracked.ruleFile(), HERE, HERE));
    JsonReport json = tracked.json();
    assertThat(json.total("opened")).isEqualTo(1);
    assertThat(json.findings()).isEmpty();
  }

  @OneJdk
  void ofAClassWhoseSuperClassItFits(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(rule("Base", "secret"));

    JvmResult result = tracked.on(jdk).main(Program.class, "keep").run().expectSuccess();

    assertThat(result.err().lines().findFirst())
        .contains(
            ("tt-alloc: %s:7:12: 'secret' for 'bytes' is of type boolean, expected a number (long,"
                    + " int, short, byte, char, or a wrapper class such as Long); this rule tracks"
                    + " only what %sHeir and its subclasses inherit from %sBase")
                .formatted(tracked.ruleFile(), HERE, HERE));
    JsonObject finding = tracked.json().findings().get(0);
    assertThat(finding.get("class").getAsString()).isEqualTo(HERE + "Heir");
    assertThat(finding.get("bytes").getAsLong()).isEqualTo(5);
  }

  /** An interface need not have the member that a rule reads, because interfaces are not woven. */
  @OneJdk
  void notOfClassesThatImplementAnInterfaceWithoutCode(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(rule("Sized", "size()"));

    JvmResult result = tracked.on(jdk).main(Program.class, "keep").run().expectSuccess();

    assertThat(result.err()).doesNotContain("does not fit");
    assertThat(tracked.json().findings().get(0).get("bytes").getAsLong()).isEqualTo(3);
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

  /** An interface whose implementations have a size. */
  interface Sized extends AutoCloseable {}

  /** Has no size. */
  static class Base implements AutoCloseable {
    final int secret = 5;

    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /** Has a size, and a field with the same name as an inherited field. */
  static class Heir extends Base implements Sized {
    @SuppressWarnings("HidingField") // such names occur
    final boolean secret = true;

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

  /** Opens an instance of the subclass, and closes it unless an argument says to keep it. */
  static final class Program {
    private static final List<AutoCloseable> KEPT = new ArrayList<>();

    private Program() {}

    public static void main(String[] args) throws Exception {
      Heir heir = new Heir();
      KEPT.add(heir);
      if (args.length == 0) {
        heir.close();
      }
      try (Other other = new Other()) {
        KEPT.add(other);
      }
    }
  }
}
