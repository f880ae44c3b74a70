package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.security.Permission;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Tests a program whose security manager forbids calls to System.exit. */
@Variant
class ForbiddenExitIT {
  private static final int LAST_WITH_MANAGERS = 17;

  @TempDir private Path folder;

  @EveryJdk
  void theStatusStaysAsItIsAndALineSaysWhy(Jdk jdk) throws Exception {
    boolean forbids = jdk.major() <= LAST_WITH_MANAGERS;
    TrackedRun tracked = TrackedRun.in(folder).rules(Handle.RULES).option("fail-on=leak");

    JvmResult result = tracked.on(jdk).main(Forbids.class).run().expectStatus(forbids ? 0 : 23);

    assertThat(result.err().contains("\ntt-alloc: the exit status could not be set to 23 "))
        .as(result.err())
        .isEqualTo(forbids);
    assertThat(result.err()).contains("tt-alloc: 1 LEAK: 1 open (1 handle), at ");
  }

  /** Leaves one handle open. */
  @SuppressWarnings({"removal", "deprecation"})
  static final class Forbids {
    private static final List<Handle> OPEN = new ArrayList<>();

    private Forbids() {}

    public static void main(String[] args) {
      OPEN.add(new Handle());
      try {
        System.setSecurityManager(new Manager());
      } catch (UnsupportedOperationException e) {
        // Later JDKs have no security manager.
      }
    }

    private static final class Manager extends SecurityManager {
      @Override
      public void checkPermission(Permission permission) {
        // Everything else is allowed.
      }

      @Override
      public void checkExit(int status) {
        throw new SecurityException("exit is forbidden");
      }
    }
  }
}
