package io.ttalloc.agent.weave;

import static io.ttalloc.agent.weave.FailingApplication.HEAD;
import static io.ttalloc.agent.weave.FailingApplication.done;
import static io.ttalloc.agent.weave.FailingApplication.file;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.log.Console;
import io.ttalloc.probe.ProbeRules;
import io.ttalloc.yaml.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code throws} says wrongly, or what cannot be thrown. */
class ThrownClassesTest {
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
        "com.acme.Gone | there is no such class",
        "java.lang.String | it is no Throwable",
        "com.acme.Vague | it is abstract",
        "com.acme.Coded | it has no such constructor",
        "com.acme.Hidden | its constructor is not accessible there",
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
    application.run(yaml, application.injection(null, 1));
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
  void ofASuperClassThatIsNotFoundNobodyKnows() throws Exception {
    WovenApplication.compile(folder, "Main", FailingApplication.SOURCE);
    Files.delete(folder.resolve("com/acme/Lost.class"));
    List<String> lines = new CopyOnWriteArrayList<>();
    Console.copyTo(lines);
    boolean ignored =
        WovenApplication.runCompiled(
                folder,
                WovenSelection.of(
                    FailingApplication.rules(
                        HEAD + "  throws: [{method: send, exception: com.acme.Heir}]\n")),
                new ProbeRules(0, application.injection(null, 1)))
            .ofType("connection")
            .isEmpty();
    Console.copyTo(null);

    assertThat(lines)
        .singleElement()
        .asString()
        .contains("(its super class com.acme.Lost is not found), expected a class");
  }

  @Test
  void anExceptionWhoseConstructorThrowsLetsTheCallRun() throws Exception {
    application.run(
        HEAD + "  throws: [{method: send, exception: com.acme.Refusing}]\n",
        application.injection(null, 1));

    assertThat(application.told)
        .containsExactly(
            "com.acme.Connection.send not made java.lang.IllegalStateException com.acme.Main");
    assertThat(done()).isEqualTo("sent pinged");
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
