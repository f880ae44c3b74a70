package io.ttalloc.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.FileInputStream;
import java.io.FilePermission;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AccessControlException;
import java.security.Permission;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests programs that a security manager restricts. On JDKs without security managers, the programs
 * run without one.
 */
@Variant
class SecurityManagerIT {
  private static final int LAST_WITH_MANAGERS = 17;
  private static final int LEAK_STATUS = 23;
  private static final int NO_JUDGEMENT_STATUS = 24;
  private static final String REFUSED = "the application's security manager denied a permission ";
  private static final String SECRET = "io.ttalloc.it.secret";

  @TempDir private Path folder;

  private static boolean haveManagers(Jdk jdk) {
    return jdk.major() <= LAST_WITH_MANAGERS;
  }

  private static String file(TrackedRun tracked) throws IOException {
    return Files.writeString(tracked.file("text"), "text").toString();
  }

  @OneJdk
  void whatThePolicyForbidsIsForbiddenAndAllElseRuns(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=auto");
    Path policy =
        Files.writeString(
            folder.resolve("policy"),
            """
            grant codeBase "file:/-" {
              permission java.io.FilePermission "<<ALL FILES>>", "read";
              permission java.lang.RuntimePermission "setSecurityManager";
            };
            """);
    String file = file(tracked);

    for (boolean warm : new boolean[] {false, true}) {
      JvmResult result =
          tracked
              .withOwnFolder(jdk)
              .jvmFlags("-Djava.security.policy==" + policy)
              .main(Checked.class, file)
              .run()
              .expectSuccess();

      assertThat(result.out().lines())
          .as("warm: %s, %s", warm, result.err())
          .containsExactly("read", haveManagers(jdk) ? "forbidden" : "allowed", "read");
      assertFound(tracked, result);
      Files.delete(tracked.jsonFile());
    }
  }

  /**
   * Skipped on JDKs after {@link #LAST_WITH_MANAGERS}, which have no security managers by default.
   */
  @OneJdk
  void aPolicyThatDoesNotKnowTheAgentIsReported(Jdk jdk) throws Exception {
    assumeThat(haveManagers(jdk)).isTrue();
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdk-files");
    Path policy =
        Files.writeString(
            folder.resolve("policy"),
            """
            grant {
              permission java.io.FilePermission "<<ALL FILES>>", "read";
              permission java.lang.RuntimePermission "createSecurityManager";
              permission java.lang.RuntimePermission "setSecurityManager";
            };
            """);

    JvmResult result =
        tracked
            .on(jdk)
            .jvmFlags("-Djava.security.manager", "-Djava.security.policy==" + policy)
            .main(Checked.class, file(tracked))
            .run();

    assertThat(result.err())
        .contains("getenv.TT_ALLOC_TRACKING_ENABLED")
        .contains(
            "): tracking is off and the application runs without it; the security policy must"
                + " contain: grant codeBase \"file:")
        .contains("java.security.AllPermission; };\n");
    assertThat(result.out()).as(result.err()).contains("read");
  }

  @OneJdk
  void aManagerOfTheApplicationLoadsWhatItNeedsAtItsFirstCheck(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder).option("packs=auto").option("track=io.ttalloc.it.process.**");

    JvmResult result = tracked.on(jdk).main(OwnManager.class, file(tracked)).run().expectSuccess();

    assertThat(result.out().lines().toList())
        .as(result.err())
        .isEqualTo(List.of("read", haveManagers(jdk) ? "forbidden" : "allowed", "read"));
    assertFound(tracked, result);
  }

  /** If creating threads is forbidden, the JVM cannot start shutdown hooks, and runs none. */
  @OneJdk
  void aManagerThatForbidsThreadsHidesNoLeak(Jdk jdk) throws Exception {
    for (String forbidden : List.of("group", "thread")) {
      TrackedRun tracked = leaking();

      JvmResult result =
          tracked.on(jdk).main(ForbidsSomething.class, forbidden).run().expectStatus(LEAK_STATUS);

      assertThat(tracked.json().findings("cup")).as(forbidden + result.err()).hasSize(1);
    }
  }

  @OneJdk
  void aManagerThatForbidsAllBeforeTheFirstMatchIsReported(Jdk jdk) throws Exception {
    TrackedRun tracked = leaking();

    JvmResult result =
        tracked
            .on(jdk)
            .main(ForbidsSomething.class, "first")
            .run()
            .expectStatus(haveManagers(jdk) ? NO_JUDGEMENT_STATUS : LEAK_STATUS);

    if (haveManagers(jdk)) {
      assertThat(result.err())
          .contains("a class that the agent missed could not be woven (" + REFUSED)
          .contains("tt-alloc: nothing was tracked: ")
          .contains("tt-alloc: no judgement: ");
    }
  }

  @OneJdk
  void whatAManagerRefusesToTheDumpIsNamed(Jdk jdk) throws Exception {
    for (String forbidden : List.of("read", "property", "reflection")) {
      JvmResult result =
          leaking()
              .on(jdk)
              .main(ForbidsSomething.class, forbidden)
              .run()
              .expectStatus(haveManagers(jdk) ? NO_JUDGEMENT_STATUS : LEAK_STATUS);

      if (haveManagers(jdk)) {
        assertThat(result.err())
            .contains("no judgement: the dump at exit failed (" + REFUSED)
            .contains("no (\"java.")
            .contains(".ledger");
      }
    }
  }

  private TrackedRun leaking() throws IOException {
    return TrackedRun.in(folder)
        .rules(
            """
              - class: io.ttalloc.it.process.ForbidsSomething$Cup
                type: cup
                open: [<init>]
                close: [close]
            """)
        .option("fail-on=leak");
  }

  private static void assertFound(TrackedRun tracked, JvmResult result) throws IOException {
    JsonReport json = tracked.json();
    List<JsonObject> files = json.findings("file");
    assertThat(files).as(result.err()).hasSize(1);
    assertThat(files.get(0).get("verdict").getAsString()).isEqualTo("LEFT_OPEN");
    assertThat(result.err()).doesNotContain("Circularity");
  }

  /** Uses the JDK's security manager, with the policy from the command line. */
  @SuppressWarnings({"removal", "deprecation"})
  static final class Checked {
    private static final List<FileInputStream> OPEN = new ArrayList<>();

    private Checked() {}

    public static void main(String[] args) throws IOException {
      install(new SecurityManager());
      work(args[0], OPEN);
    }

    static void install(SecurityManager manager) {
      try {
        System.setSecurityManager(manager);
      } catch (UnsupportedOperationException e) {
        // Later JDKs have no security manager.
      }
    }

    /** Closes one file and leaves another open. */
    static void work(String file, List<FileInputStream> open) throws IOException {
      try (FileInputStream closed = new FileInputStream(file)) {
        System.out.println(closed.read() < 0 ? "empty" : "read");
      }
      try {
        String unused = System.getProperty(SECRET, "");
        System.out.println("allowed");
      } catch (AccessControlException e) {
        System.out.println("forbidden");
      }
      open.add(new FileInputStream(file));
      System.out.println(open.get(0).read() < 0 ? "empty" : "read");
    }
  }

  /** Installs a security manager that the application defines. */
  @SuppressWarnings({"removal", "deprecation"})
  static final class OwnManager {
    private static final List<FileInputStream> OPEN = new ArrayList<>();

    private OwnManager() {}

    public static void main(String[] args) throws IOException {
      Checked.install(new Manager());
      Checked.work(args[0], OPEN);
    }

    private static final class Manager extends SecurityManager {
      private boolean judges;

      @Override
      public void checkPermission(Permission permission) {
        judges |= permission.getName().equals(SECRET);
        if (judges && !(permission instanceof FilePermission)) { // loading has checked these
          Judgement.of(permission).enforce();
        }
      }
    }

    /** Loaded by the first check that the application causes. */
    private interface Judgement extends AutoCloseable {
      static Judgement of(Permission permission) {
        return permission.getName().equals(SECRET) ? new Forbidden() : new Allowed();
      }

      void enforce();

      @Override
      default void close() {}
    }

    private static final class Allowed implements Judgement {
      @Override
      public void enforce() {}
    }

    private static final class Forbidden implements Judgement {
      @Override
      public void enforce() {
        throw new AccessControlException("a secret");
      }
    }
  }
}
