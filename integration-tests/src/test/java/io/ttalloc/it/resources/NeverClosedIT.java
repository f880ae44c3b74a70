package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Tests resources for which no rule names a close method. It is unknown whether they leak. */
@Variant
class NeverClosedIT {
  private static final String THINGS =
      """
        - {class: "@Thing", type: thing, open: [<init>]}
      """
          .replace("@", "io.ttalloc.it.resources.NeverClosedIT$");

  private static final String FREED_BY_OWNERS =
      THINGS
          + """
              - {class: "@Owner", type: owner, open: [<init>], close: [close], scope: [make], frees-owned: true}
            """
              .replace("@", "io.ttalloc.it.resources.NeverClosedIT$");

  @TempDir private Path folder;

  @OneJdk
  void isNotJudged(Jdk jdk) throws Exception {
    JvmResult result =
        TrackedRun.in(folder)
            .rules(THINGS)
            .option("fail-on=leak")
            .on(jdk)
            .main(MakesThings.class)
            .run()
            .expectStatus(24);

    assertThat(result.err())
        .startsWith("tt-alloc: NOT JUDGED. 2 resources still open, all UNSEEN_CLOSE")
        .contains("  why      no rule names a close method for type thing\n")
        .contains("  fix      add a rule for its type that names the closing method\n");
  }

  @OneJdk
  void whatItsOwnerFreesNeedsNoCloseOfItsOwn(Jdk jdk) throws Exception {
    JvmResult result =
        TrackedRun.in(folder)
            .rules(FREED_BY_OWNERS)
            .option("fail-on=leak")
            .on(jdk)
            .main(MakesThings.class)
            .run()
            .expectStatus(23);

    assertThat(result.err()).contains("LEFT_OPEN, a leak").doesNotContain("UNSEEN_CLOSE");
  }

  static final class Thing {}

  static final class Owner implements AutoCloseable {
    Thing make() {
      return new Thing();
    }

    @Override
    public void close() {}
  }

  /** Keeps one thing that has no owner, and one whose owner stays open. */
  static final class MakesThings {
    private static final List<Object> KEPT = new ArrayList<>();

    private MakesThings() {}

    public static void main(String[] args) {
      Owner owner = new Owner();
      KEPT.add(owner);
      KEPT.add(owner.make());
      KEPT.add(new Thing());
    }
  }
}
