package io.ttalloc.it.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.ClassLoadLog;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** One call is made to fail, and the report has what is not closed then. */
class InjectIT {
  private static final String ME = "io.ttalloc.it.policy.InjectIT$";

  private static final String TRACKED =
      """
        - class: io.ttalloc.it.policy.InjectIT$Connection
          type: connection
          open: [<init>]
          close: [close]
      """;

  private static final String RULES =
      TRACKED
          + """
              throws:
                - {method: <init>, exception: java.net.ConnectException}
                - {method: send, exception: java.io.IOException}
                - {method: receive(int), exception: "io.ttalloc.it.policy.InjectIT$Timeout"}
          """;

  private static final String ONLY_THROWS =
      """
        - class: io.ttalloc.it.policy.InjectIT$Connection
          throws: [{method: send, exception: java.io.IOException}]
      """;

  private static final String CLEAN = "tt-alloc: clean. 3 opened, 3 closed, Active allocations: 0";

  @TempDir private Path folder;

  private static List<String> own(JvmResult result) {
    return result.err().lines().filter(line -> line.contains("inject=")).toList();
  }

  private static String failing(int number, String method, String at, String exception) {
    return "tt-alloc: inject=%d: call %d, of %sConnection.%s at %s%s, is made to fail with %s"
        .formatted(number, number, ME, method, ME, at, exception);
  }

  /** Where the program says that a call is, as its frame names it. */
  private static String line(JvmResult result, String method, String name) {
    String line =
        result
            .out()
            .lines()
            .filter(each -> each.startsWith(name + " "))
            .map(each -> each.substring(name.length() + 1))
            .findFirst()
            .orElseThrow();
    return "Sends." + method + "(InjectIT.java:" + line + ")";
  }

  @EveryJdk
  void everyCallOfASweepIsMadeToFailOnce(Jdk jdk) throws Exception {
    List<String> told = new ArrayList<>();
    List<Integer> leaks = new ArrayList<>();
    JvmResult result;
    int number = 0;
    do {
      number++;
      TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("inject=" + number);
      result =
          tracked
              .on(jdk)
              .jvmFlags("-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal")
              .main(Sends.class)
              .run()
              .expectSuccess();
      told.addAll(own(result));
      leaks.add(tracked.json().findings().size());
    } while (!result.err().contains("nothing was made to fail"));

    String io = "java.io.IOException";
    String refused = "java.net.ConnectException";
    assertThat(told)
        .containsExactly(
            failing(1, "<init>", line(result, "careless", "1"), refused),
            failing(2, "send", line(result, "careless", "2"), io),
            failing(3, "receive", line(result, "careless", "3"), ME + "Timeout"),
            failing(4, "<init>", line(result, "careful", "4"), refused),
            failing(5, "send", line(result, "careful", "5"), io),
            failing(6, "<init>", line(result, "careful", "4"), refused),
            failing(7, "send", line(result, "careful", "5"), io),
            "tt-alloc: inject=8: only 7 calls of methods with 'throws' came, expected 8; nothing was"
                + " made to fail");
    assertThat(leaks).containsExactly(0, 1, 1, 0, 0, 0, 0, 0);
    assertThat(result.err()).contains(CLEAN);
  }

  @EveryJdk
  void theLeakHasTheLineThatOpenedIt(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("inject=Connection.send:1");

    JvmResult result = tracked.on(jdk).main(Sends.class).run().expectSuccess();

    assertThat(result.out())
        .contains(
            "java.io.IOException: tt-alloc inject=Connection.send:1: made to fail at "
                + ME
                + "Connection.send");
    assertThat(result.err()).contains("LOST, a leak: 1 entry, 1 open", "   <- your code");
    assertThat(JsonReport.frames(tracked.json().findings().get(0), "openedBy"))
        .anyMatch(frame -> frame.contains(line(result, "careless", "1")));
  }

  @EveryJdk
  void withoutTheOptionNothingIsWoven(Jdk jdk) throws Exception {
    TrackedRun with = TrackedRun.in(folder).rules(RULES).option("verbose");

    JvmResult result = with.on(jdk).main(Sends.class).run().expectSuccess();

    assertThat(result.err()).contains(CLEAN).doesNotContain("inject");
    // A rule that says nothing else applies to nothing.
    TrackedRun only = TrackedRun.in(folder).rules(ONLY_THROWS);
    assertThat(only.on(jdk).main(Sends.class).run().expectSuccess().err())
        .isEqualTo(
            "tt-alloc: nothing was tracked: the rules only say by 'throws' what may fail, expected inject=N, which makes a call fail, or a rule that says what opens (rules=%s)\n"
                .formatted(only.ruleFile()));
  }

  /** Loaded to verify what is woven, it might be initialized earlier, or by another thread. */
  @EveryJdk
  void aClassThatIsNeverThrownIsNotLoaded(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("inject=99");
    ClassLoadLog log = new ClassLoadLog(tracked.file("loaded.log"));

    tracked.on(jdk).jvmFlags(log.flag()).main(Sends.class).run().expectSuccess();

    assertThat(log.names()).contains(ME + "Connection").doesNotContain(ME + "Timeout");
  }

  @OneJdk
  void aRuleMaySayNothingElse(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(ONLY_THROWS).option("inject=2");

    JvmResult result = tracked.on(jdk).main(Sends.class).run().expectSuccess();

    assertThat(own(result))
        .containsExactly(failing(2, "send", line(result, "careful", "5"), "java.io.IOException"));
  }

  @OneJdk
  void whatCannotBeThrownIsALineAndTheOtherMethodsCount(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(RULES.replace("java.io.IOException", "com.acme.Gone"))
            .option("inject=2");

    JvmResult result = tracked.on(jdk).main(Sends.class).run().expectSuccess();

    assertThat(result.err().lines().toList())
        .contains(
            "tt-alloc: %s:9:35: 'com.acme.Gone' for 'exception' of %sConnection.send (there is no such class), expected a class that can be used there, extends Throwable, is not abstract and has a constructor with a String or without parameters; %sConnection.send is not made to fail"
                .formatted(tracked.ruleFile(), ME, ME),
            failing(2, "receive", line(result, "careless", "3"), ME + "Timeout"));
  }

  /** It is called: that nothing failed says nothing of what follows from a failure. */
  @OneJdk
  void aMethodThatNoRuleLetsFailIsNotSaidToBeNeverCalled(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(ONLY_THROWS).option("inject=Sends.careful:1");

    assertThat(own(tracked.on(jdk).main(Sends.class).run().expectSuccess()))
        .containsExactly(
            "tt-alloc: inject=Sends.careful:1: no 'throws' of a rule applies to Sends.careful, so its"
                + " calls were not counted, expected one of the methods to which one applies: "
                + ME
                + "Connection.send; nothing was made to fail");
  }

  @OneJdk
  void aNestedClassMayBeNamedAsInReports(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder).rules(RULES).option("inject=InjectIT.Connection.send:1");

    JvmResult result = tracked.on(jdk).main(Sends.class).run().expectSuccess();

    assertThat(own(result)).singleElement().asString().contains("is made to fail with java.io");
  }

  @OneJdk
  void withoutARuleThatSaysWhatMayFailALineSaysSoAtOnce(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(TRACKED).option("inject=1");

    assertThat(own(tracked.on(jdk).main(Sends.class).run().expectSuccess()))
        .containsExactly(
            "tt-alloc: inject=1: no rule has the clause 'throws', expected one that names methods"
                + " which may fail; nothing is made to fail",
            "tt-alloc: inject=1: only 0 calls of methods with 'throws' came, expected 1; nothing was"
                + " made to fail");
  }

  /** An application's own. */
  static final class Timeout extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Never fails by itself. */
  static final class Connection implements AutoCloseable {
    void send() throws IOException {}

    int receive(int most) {
      return most;
    }

    @Override
    public void close() {}
  }

  /** Uses one connection that stays open if something fails, and two that do not. */
  static final class Sends {
    private Sends() {}

    public static void main(String[] args) {
      try {
        careless();
      } catch (IOException | RuntimeException e) {
        System.out.println(e + " at " + place(e));
      }
      for (int i = 0; i < 2; i++) {
        try {
          careful();
        } catch (IOException e) {
          System.out.println(e + " at " + place(e));
        }
      }
    }

    private static String place(Exception e) {
      StackTraceElement top = e.getStackTrace()[0];
      return top.getClassName() + "." + top.getMethodName();
    }

    private static void careless() throws IOException {
      said("1");
      Connection connection = new Connection();
      said("2");
      connection.send();
      said("3");
      int ignored = connection.receive(3);
      connection.close();
    }

    private static void careful() throws IOException {
      said("4");
      try (Connection connection = new Connection()) {
        said("5");
        connection.send();
      }
    }

    /** Prints the line after that which calls it. */
    private static void said(String name) {
      System.out.println(name + " " + (new Throwable().getStackTrace()[1].getLineNumber() + 1));
    }
  }
}
