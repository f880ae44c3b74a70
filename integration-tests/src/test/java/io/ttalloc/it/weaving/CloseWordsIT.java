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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** Tests messages about close methods that cannot be woven as the rule says, or not at all. */
class CloseWordsIT {
  private static final String PREFIX = "io.ttalloc.it.weaving.CloseWordsIT$";

  @TempDir private Path folder;

  @OneJdk
  void aRuleWithoutATypeSaysWhatClosesAResource(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(
                """
                  - class: @Heir
                    type: heir
                    open: [<init>]
                  - class: @Heir
                    close: [close]
                """
                    .replace("@", PREFIX));

    tracked.on(jdk).main(LeavesHeir.class).run().expectSuccess();

    JsonObject unseen = tracked.json().findings("heir").get(0);
    assertThat(unseen.get("verdict").getAsString()).isEqualTo("UNSEEN_CLOSE");
    assertThat(JsonReport.texts(unseen, "why"))
        .containsExactly(
            "rules.yaml:7:13: 'close' of "
                + PREFIX
                + "Sealed is not tracked (it is final there): it may have been closed unseen");
    assertThat(unseen.get("fix").getAsString())
        .isEqualTo("add a close rule for a method that ends its use and whose class can be woven");
  }

  @Variant
  @OneJdk
  void aStaticMethodWithoutAnObjectIsToldAndWhatIsNotAutoCloseableIsClosedInFinally(Jdk jdk)
      throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(
                """
                  - class: @Door
                    type: door
                    open: [<init>]
                    close: [close, closeAll]
                    use: ["enter(CloseWordsIT$Door)"]
                """
                    .replace("@", PREFIX));

    JvmResult result = tracked.on(jdk).main(LeavesDoor.class).run().expectSuccess();

    assertThat(result.err())
        .contains(
            "rules.yaml:6:20: 'closeAll' of "
                + PREFIX
                + "Door is static, expected an instance method of the resource; the rest of the"
                + " rule applies\n")
        .contains(
            "rules.yaml:7:11: 'enter(CloseWordsIT$Door)' of "
                + PREFIX
                + "Door is static, expected an instance method of the resource, or {method:"
                + " enter(CloseWordsIT$Door), resource: $0}, where $0 is the parameter that holds"
                + " the resource; the rest of the rule applies\n");
    assertThat(tracked.json().findings("door").get(0).get("fix").getAsString())
        .startsWith("call close() on the CloseWordsIT.Door that CloseWordsIT.LeavesDoor.main(")
        .contains(" opened, in the finally block of a try statement")
        .doesNotContain("try-with-resources");
  }

  /** A class that no rule names, with a close method that is final. */
  static class Sealed {
    /** Closes the object. */
    public final void close() {}
  }

  static final class Heir extends Sealed {}

  static final class LeavesHeir {
    static @Nullable Object kept;

    private LeavesHeir() {}

    public static void main(String[] args) {
      new Heir().close();
      kept = new Heir();
    }
  }

  static final class Door {
    static void closeAll() {}

    static void enter(Door door) {}

    /** Closes the object. */
    public void close() {}
  }

  static final class LeavesDoor {
    private LeavesDoor() {}

    public static void main(String[] args) {
      Door door = new Door();
      Door.enter(door);
      Door.closeAll();
      System.gc();
      Door.enter(door);
    }
  }
}
