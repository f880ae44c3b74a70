package io.ttalloc.agent.weave;

import static io.ttalloc.agent.weave.FailingApplication.HEAD;
import static io.ttalloc.agent.weave.FailingApplication.SOURCE;
import static io.ttalloc.agent.weave.FailingApplication.THROWS;
import static io.ttalloc.agent.weave.FailingApplication.done;
import static io.ttalloc.agent.weave.FailingApplication.rules;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.MisuseEntry;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.probe.Injection;
import io.ttalloc.probe.ProbeRules;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
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
  @TempDir Path folder;

  private FailingApplication application;

  @BeforeEach
  void prepare() {
    application = new FailingApplication(folder);
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
    Injection injection = application.injection(null, number);

    List<SlotEntry> connections = application.run(HEAD + THROWS, injection);

    assertThat(done()).isEqualTo(done);
    assertThat(connections).hasSize(open);
    assertThat(injection.isOver()).isEqualTo(number < 5);
    assertThat(injection.calls()).isEqualTo(Math.min(number, 4));
    assertThat(application.told).hasSize(number < 5 ? 1 : 0);
  }

  /** Below 50 class files have no frames, and the JVM verifies them in another way. */
  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_4, Opcodes.V1_6, Opcodes.V1_8, Opcodes.V17})
  void classFilesOfAnyVersionAreWoven(int version) throws Exception {
    WovenApplication.compile(folder, "Main", SOURCE);
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
      ProbeRules probeRules = new ProbeRules(0, application.injection(null, number));
      List<SlotEntry> open =
          WovenApplication.runCompiled(folder, wanted, probeRules).ofType("connection");
      assertThat(open).hasSize(number == 4 ? 1 : 0);
    }

    assertThat(application.told)
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
            SOURCE,
            WovenSelection.of(rules(HEAD + THROWS)),
            new ProbeRules(0, application.injection(null, 4)));

    assertThat(recorded.image().misuse())
        .extracting(MisuseEntry::kind)
        .containsExactly(MisuseKind.CLOSE_FAILED);
  }

  @Test
  void saysWhichCallFailsAndWhoMadeIt() throws Exception {
    application.run(HEAD + THROWS, application.injection(null, 2));

    assertThat(application.told)
        .containsExactly("com.acme.Connection.send java.io.IOException com.acme.Main");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Connection.ping", "com.acme.Connection.ping"})
  void callsOfOneMethodAloneCount(String only) throws Exception {
    application.run(HEAD + THROWS, application.injection(only, 1));

    assertThat(application.told).hasSize(1);
    assertThat(done()).startsWith("sent java.util.concurrent.TimeoutException");
  }

  /** The rule is about the subclass alone. */
  @ParameterizedTest
  @CsvSource({"Connection.send, 1", "AutoCloseable.close, 1", "Base.<init>, 0", "Base.ping, 0"})
  void ofASuperTypeCallsInItsSubtypesCountOfWhatTheyInherit(String only, int calls)
      throws Exception {
    Injection injection = application.injection(only, 99);
    String more =
        """
          throws:
            - {method: send, exception: java.io.IOException}
            - {method: <init>, exception: java.io.IOException}
            - {method: close, exception: java.io.IOException}
        """;
    System.setProperty("ThrowsClauseTest.more", "");
    try {
      application.run(HEAD + "- class: com.acme.Special\n" + more, injection);
    } finally {
      System.clearProperty("ThrowsClauseTest.more");
    }

    assertThat(injection.calls()).isEqualTo(calls);
    assertThat(injection.anyCounts()).isEqualTo(calls > 0);
    assertThat(injection.others()).contains("com.acme.Special.<init>");
  }

  @Test
  void aMethodOfAnotherClassIsNotMeantByItsEnd() throws Exception {
    Injection injection = application.injection("nection.ping", 1);

    application.run(HEAD + THROWS, injection);

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
    application.run(HEAD + twice, application.injection(null, 2));

    assertThat(done()).isEqualTo("com.acme.Broken(null)@send pinged");
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
      application.run(yaml, application.injection(null, number));
    } finally {
      System.clearProperty("ThrowsClauseTest.more");
    }

    assertThat(done()).isEqualTo(done);
  }

  /** Also after a value that could not be read, which ends with nobody to say so. */
  @Test
  void callsThatReadAValueOfARuleDoNotCount() throws Exception {
    String yaml =
        """
        schema: tt-alloc-rules/1
        rules:
        - class: com.acme.Connection
          type: connection
          open: [<init>]
          close: [{method: close, resource: peer()}]
          use: [{method: ping, resource: this}, {method: send, resource: none().peer()}]
          label: peer().title()
          bytes: size()
          throws:
            - {method: peer, exception: com.acme.Broken}
            - {method: none, exception: com.acme.Broken}
            - {method: title, exception: com.acme.Broken}
            - {method: size, exception: com.acme.Broken}
            - {method: send, exception: com.acme.Broken}
            - {method: close, exception: com.acme.Broken}
        """;
    Injection injection = application.injection(null, 2);

    List<SlotEntry> connections = application.run(yaml, injection);

    assertThat(done()).isEqualTo("sent pinged com.acme.Broken(null)@close");
    assertThat(connections).hasSize(1);
    assertThat(connections.get(0).extension()).isNotNull();
  }

  @Test
  void aRuleForAnotherVersionMakesNothingFail() throws Exception {
    Injection injection = application.injection(null, 1);

    application.run(HEAD + THROWS + "  when: jdk < 17\n", injection);

    assertThat(injection.calls()).isZero();
  }

  @Test
  void nothingIsWovenIfNothingIsToFail() throws Exception {
    WovenApplication.compile(folder, "Main", SOURCE);

    assertThat(woven(HEAD + THROWS, null)).isEqualTo(woven(HEAD, null)).contains("opened");
    assertThat(woven(HEAD + THROWS, application.injection(null, 1))).contains("isToFail");
    assertThat(woven(HEAD + THROWS, application.injection("Other.send", 1)))
        .isEqualTo(woven(HEAD, null));
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
}
