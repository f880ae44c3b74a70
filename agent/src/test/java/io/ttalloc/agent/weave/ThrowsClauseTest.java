package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.yaml.RuleFile;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.MisuseEntry;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.probe.Injection;
import io.ttalloc.probe.ProbeRules;
import io.ttalloc.yaml.Problem;
import io.ttalloc.yaml.YamlFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** One call of the methods that {@code throws} names is made to fail, and no other. */
class ThrowsClauseTest {
  private static final String HEAD =
      """
      schema: tt-alloc-rules/1
      rules:
      - class: com.acme.Connection
        type: connection
        open: [<init>]
        close: [close]
        scope: [<init>]
        label: name
      """;

  private static final String THROWS =
      """
        throws:
          - {method: send, exception: java.io.IOException}
          - {method: <init>, exception: java.net.ConnectException}
          - {method: close, exception: com.acme.Broken}
          - {method: ping, exception: java.util.concurrent.TimeoutException}
      """;

  private static final String APPLICATION =
      """
      package com.acme;

      class Broken extends RuntimeException {}

      abstract class Vague extends RuntimeException {}

      class Coded extends RuntimeException {
        Coded(int code) {}
      }

      class Hidden extends RuntimeException {
        private Hidden() {}
      }

      class Refusing extends RuntimeException {
        Refusing(String why) {
          throw new IllegalStateException(why);
        }
      }

      class Base {
        Base(long size) {}

        public void inherited() {
          Main.DONE.add("inherited");
        }
      }

      class Connection extends Base implements AutoCloseable {
        final String name;

        Connection(String name) {
          super(name.isEmpty() ? 1L : Long.parseLong("2"));
          this.name = name;
        }

        void send(long first, double second) {
          try {
            Main.DONE.add("sent");
          } catch (RuntimeException e) {
            Main.DONE.add("inside");
          }
        }

        static int ping() {
          for (int i = 0; ; i++) {
            if (i > 2) {
              Main.DONE.add("pinged");
              return i;
            }
          }
        }

        @Override
        public void close() {}
      }

      class Special extends Connection {
        Special() {
          super("special");
        }

        @Override
        void send(long first, double second) {
          super.send(first, second);
        }
      }

      public class Main implements Runnable {
        static final java.util.List<String> DONE = new java.util.ArrayList<>();

        interface Step {
          void run() throws Exception;
        }

        @Override
        public void run() {
          Connection[] made = {null};
          step(() -> made[0] = new Connection("a"));
          if (made[0] != null) {
            step(() -> made[0].send(1, 2));
            step(() -> Connection.ping());
            step(() -> made[0].close());
          }
          if (System.getProperty("ThrowsClauseTest.more") != null) {
            Connection special = new Special();
            step(() -> special.send(1, 2));
            step(() -> special.inherited());
            step(() -> special.close());
          }
          System.setProperty("ThrowsClauseTest", String.join(" ", DONE));
        }

        private static void step(Step step) {
          try {
            step.run();
          } catch (Throwable e) {
            DONE.add(e.getClass().getName() + "(" + e.getMessage() + ")@"
                + e.getStackTrace()[0].getMethodName());
          }
        }
      }
      """;

  @TempDir Path folder;

  private final List<String> told = new ArrayList<>();

  private final Injection.Listener listener =
      new Injection.Listener() {
        @Override
        public void failing(String method, Throwable thrown, @Nullable StackTraceElement caller) {
          told.add(method + " " + thrown.getClass().getName() + " " + method(caller));
        }

        @Override
        public void notMade(String method, Throwable problem, @Nullable StackTraceElement caller) {
          told.add(method + " not made " + problem.getClass().getName() + " " + method(caller));
        }

        private static String method(@Nullable StackTraceElement caller) {
          return caller == null ? "" : caller.getClassName();
        }
      };

  private Injection injection(@Nullable String only, long number) {
    return new Injection("inject=" + number, only, number, listener);
  }

  private static RuleFile file(String yaml) {
    return RuleFile.of(YamlFile.parse("rules.yaml", yaml, RuleFile.KIND));
  }

  private static List<Rule> rules(String yaml) {
    RuleFile file = file(yaml);
    assertThat(file.problems()).extracting(Problem::line).isEmpty();
    return ((RuleFile.Accepted) file).pack().rules();
  }

  /** What the application has done, with the open connections. */
  private List<SlotEntry> run(String yaml, @Nullable Injection injection) throws Exception {
    return WovenApplication.run(
            folder, APPLICATION, WovenSelection.of(rules(yaml)), new ProbeRules(0, injection))
        .ofType("connection");
  }

  private static String done() {
    return System.getProperty("ThrowsClauseTest");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | java.net.ConnectException(tt-alloc inject=1: made to fail)@<init> | 0",
        "2 | java.io.IOException(tt-alloc inject=2: made to fail)@send pinged | 0",
        "3 | sent java.util.concurrent.TimeoutException(tt-alloc inject=3: made to fail)@ping | 0",
        "4 | sent pinged com.acme.Broken(null)@close | 1",
        "5 | sent pinged | 0"
      })
  void theNthCallFailsAndAllOthersRun(long number, String done, int open) throws Exception {
    Injection injection = injection(null, number);

    List<SlotEntry> connections = run(HEAD + THROWS, injection);

    assertThat(done()).isEqualTo(done);
    assertThat(connections).hasSize(open);
    assertThat(injection.isOver()).isEqualTo(number < 5);
    assertThat(injection.calls()).isEqualTo(Math.min(number, 4));
    assertThat(told).hasSize(number < 5 ? 1 : 0);
  }

  /** Below 50 class files have no frames, and the JVM verifies them in another way. */
  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_4, Opcodes.V1_6, Opcodes.V1_8, Opcodes.V17})
  void classFilesOfAnyVersionAreWoven(int version) throws Exception {
    WovenApplication.compile(folder, "Main", APPLICATION);
    Path file = folder.resolve("com/acme/Connection.class");
    ClassReader reader = new ClassReader(Files.readAllBytes(file));
    ClassWriter writer = new ClassWriter(0);
    ClassVisitor lower =
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visit(
              int before,
              int access,
              String name,
              String signature,
              String superName,
              String[] interfaces) {
            super.visit(version, access, name, signature, superName, interfaces);
          }
        };
    reader.accept(lower, version < Opcodes.V1_6 ? ClassReader.SKIP_FRAMES : 0);
    Files.write(file, writer.toByteArray());
    WovenSelection wanted = WovenSelection.of(rules(HEAD + THROWS));

    for (int number = 1; number <= 5; number++) {
      ProbeRules probeRules = new ProbeRules(0, injection(null, number));
      List<SlotEntry> open =
          WovenApplication.runCompiled(folder, wanted, probeRules).ofType("connection");
      assertThat(open).hasSize(number == 4 ? 1 : 0);
    }

    assertThat(told)
        .containsExactly(
            "com.acme.Connection.<init> java.net.ConnectException com.acme.Main",
            "com.acme.Connection.send java.io.IOException com.acme.Main",
            "com.acme.Connection.ping java.util.concurrent.TimeoutException com.acme.Main",
            "com.acme.Connection.close com.acme.Broken com.acme.Main");
  }

  /** The failure is within what other clauses add: the close has begun. */
  @Test
  void aCloseThatIsMadeToFailIsOneThatFailed() throws Exception {
    WovenApplication.Recorded recorded =
        WovenApplication.run(
            folder,
            APPLICATION,
            WovenSelection.of(rules(HEAD + THROWS)),
            new ProbeRules(0, injection(null, 4)));

    assertThat(recorded.image().misuse())
        .extracting(MisuseEntry::kind)
        .containsExactly(MisuseKind.CLOSE_FAILED);
  }

  @Test
  void saysWhichCallFailsAndWhoMadeIt() throws Exception {
    run(HEAD + THROWS, injection(null, 2));

    assertThat(told).containsExactly("com.acme.Connection.send java.io.IOException com.acme.Main");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Connection.ping", "com.acme.Connection.ping"})
  void callsOfOneMethodAloneCount(String only) throws Exception {
    run(HEAD + THROWS, injection(only, 1));

    assertThat(told).hasSize(1);
    assertThat(done()).startsWith("sent java.util.concurrent.TimeoutException");
  }

  @Test
  void aMethodOfAnotherClassIsNotMeantByItsEnd() throws Exception {
    Injection injection = injection("nection.ping", 1);

    run(HEAD + THROWS, injection);

    assertThat(injection.calls()).isZero();
  }

  @Test
  void aMethodMayFailInSeveralWays() throws Exception {
    String twice =
        """
          throws:
            - {method: send, exception: java.io.IOException}
            - {method: send, exception: com.acme.Broken}
        """;
    run(HEAD + twice, injection(null, 2));

    assertThat(done()).isEqualTo("com.acme.Broken(null)@send pinged");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "com.acme.Gone | there is no such class",
        "java.lang.String | it is no Throwable",
        "com.acme.Vague | it is abstract",
        "com.acme.Coded | it has no such constructor",
        "com.acme.Hidden | it has no such constructor",
        "java.util.concurrent.ForkJoinTask$AdaptedRunnable | it is no Throwable",
        "java.lang.VirtualMachineError | it is abstract"
      })
  void whatCannotBeThrownIsALineAndTheRestOfTheClauseApplies(String exception, String why)
      throws Exception {
    String yaml =
        HEAD
            + "  throws: [{method: send, exception: "
            + exception
            + "}, {method: ping, exception: com.acme.Broken}]\n";
    List<String> lines = new CopyOnWriteArrayList<>();
    Console.copyTo(lines);
    run(yaml, injection(null, 1));
    Console.copyTo(null);

    assertThat(lines)
        .containsExactly(
            "rules.yaml:9:38: '"
                + exception
                + "' for 'exception' of com.acme.Connection.send ("
                + why
                + "), expected a class that can be used there, extends Throwable, is not abstract"
                + " and has a constructor with a String or without parameters;"
                + " com.acme.Connection.send is not made to fail");
    assertThat(done()).isEqualTo("sent com.acme.Broken(null)@ping");
  }

  @Test
  void anExceptionWhoseConstructorThrowsLetsTheCallRun() throws Exception {
    run(HEAD + "  throws: [{method: send, exception: com.acme.Refusing}]\n", injection(null, 1));

    assertThat(told)
        .containsExactly(
            "com.acme.Connection.send not made java.lang.IllegalStateException com.acme.Main");
    assertThat(done()).isEqualTo("sent pinged");
  }

  /** Of a class no rule is about nothing is woven: what it declares, its heirs get a method for. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | com.acme.Broken(null)@send pinged sent inherited",
        "2 | sent pinged com.acme.Broken(null)@send inherited",
        "3 | sent pinged com.acme.Broken(null)@send inherited",
        "4 | sent pinged sent com.acme.Broken(null)@inherited",
        "5 | sent pinged sent com.acme.Broken(null)@inherited",
        "6 | sent pinged sent inherited"
      })
  void overridesAndInheritedMethodsCountAsForOtherClauses(long number, String done)
      throws Exception {
    String yaml =
        """
        schema: tt-alloc-rules/1
        rules:
        - class: com.acme.Connection
          subtypes: true
          when: jdk >= 17
          optional: [flush]
          throws:
            - {method: send, exception: com.acme.Broken}
            - {method: inherited, exception: com.acme.Broken}
            - {method: flush, exception: com.acme.Broken}
        """;
    System.setProperty("ThrowsClauseTest.more", "");
    try {
      run(yaml, injection(null, number));
    } finally {
      System.clearProperty("ThrowsClauseTest.more");
    }

    assertThat(done()).isEqualTo(done);
  }

  @Test
  void aRuleForAnotherVersionMakesNothingFail() throws Exception {
    Injection injection = injection(null, 1);

    run(HEAD + THROWS + "  when: jdk < 17\n", injection);

    assertThat(injection.calls()).isZero();
  }

  @Test
  void nothingIsWovenIfNothingIsToFail() throws Exception {
    WovenApplication.compile(folder, "Main", APPLICATION);

    assertThat(woven(HEAD + THROWS, null)).isEqualTo(woven(HEAD, null)).contains("opened");
    assertThat(woven(HEAD + THROWS, injection(null, 1))).contains("isToFail");
    assertThat(woven(HEAD + THROWS, injection("Other.send", 1))).isEqualTo(woven(HEAD, null));
  }

  /** The class file of the connection, as text in which its names can be found. */
  private String woven(String yaml, @Nullable Injection injection) throws Exception {
    byte[] read = Files.readAllBytes(folder.resolve("com/acme/Connection.class"));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      byte[] bytes =
          new Weaver(new ProbeRules(0, injection), new ReleaseCalls())
              .weave(loader, "com.acme.Connection", read, rules(yaml), true);
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[send] | rules.yaml:9:12: 'send' for 'throws', expected a list; each item a mapping with"
            + " method, exception; this rule is ignored",
        "[{method: send}] | rules.yaml:9:13: 'throws' without 'exception', expected exception:"
            + " CLASS as well, the binary name of a class that extends Throwable"
            + " (java.io.IOException); this rule is ignored",
        "[{exception: a.B}] | rules.yaml:9:12: no 'method', expected method: a method NAME,"
            + " NAME(Type,Type) with simple or binary names of the erased parameter types, or"
            + " <init>; this rule is ignored",
        "[{method: send, exception: a..B}] | rules.yaml:9:38: 'a..B' for 'exception', expected the"
            + " binary name of a class that extends Throwable (java.io.IOException); this rule is"
            + " ignored",
        "[{method: send, exception: a.*}] | rules.yaml:9:38: 'a.*' for 'exception', expected the"
            + " binary name of a class that extends Throwable (java.io.IOException); this rule is"
            + " ignored",
        "[{method: send, exception: }] | rules.yaml:9:37: nothing for 'exception', expected the"
            + " binary name of a class that extends Throwable (java.io.IOException); this rule is"
            + " ignored"
      })
  void whatIsWrittenWronglyIsALine(String written, String line) {
    assertThat(file(HEAD + "  throws: " + written + "\n").problems())
        .extracting(Problem::line)
        .containsExactly(line);
  }
}
