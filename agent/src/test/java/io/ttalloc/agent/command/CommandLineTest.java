package io.ttalloc.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.text.ProgramName;
import io.ttalloc.text.ShellWords;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
  private static final Launch BY_JNI = new Launch(null, false);

  /**
   * Each row: a command line; the program that the launcher reports; the command that is recorded.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "/jdk/bin/java -cp x com.acme.Main --pass y | com.acme.Main --pass y | java com.acme.Main",
        "java -jar /opt/app.jar --pass y | /opt/app.jar --pass y | java -jar app.jar",
        "java -jar my~app.jar x | my app.jar x | java -jar 'my app.jar'",
        "java -p mods -m com.acme/com.acme.Main x | com.acme/com.acme.Main x | java -m com.acme/com.acme.Main",
        "java --add-opens a/b=c com.acme.Main x | com.acme.Main x | java com.acme.Main",
        "java src/Main.java x | jdk.compiler/com.sun.tools.javac.launcher.Main src/Main.java x | java Main.java",
        "java @opts com.acme.Main x | com.acme.Main x | java com.acme.Main",
        "java @all secret | com.acme.Main y secret | java com.acme.Main",
        "java @all --pass x | /opt/app.jar --pass x | java app.jar",
        "java @all -jar my~app.jar x | my app.jar x | java -jar 'my app.jar'",
        "javac -d out A.java | jdk.compiler/com.sun.tools.javac.Main -d out A.java | javac com.sun.tools.javac.Main",
        "/opt/launch --pass x | com.acme.Main --pass x | launch com.acme.Main",
        "java --of-tomorrow secret com.acme.Main x | com.acme.Main x | java com.acme.Main",
        "java @opts src/Main.java x | jdk.compiler/com.sun.tools.javac.launcher.Main src/Main.java x | java com.sun.tools.javac.launcher.Main",
        "launch x | \"\" | launch",
      })
  void keepsTheProgramAndNoneOfItsArguments(String line, String launched, String kept) {
    List<String> words = new ArrayList<>();
    for (String word : line.split(" ", -1)) {
      words.add(word.replace('~', ' '));
    }
    assertThat(CommandLine.of(false, words, new Launch(launched, false))).isEqualTo(kept);
  }

  @Test
  void aProgramThatStartsAJvmByJniIsKeptByItsName() {
    assertThat(CommandLine.of(false, List.of("/opt/bin/server", "--pass", "x"), BY_JNI))
        .isEqualTo("server");
  }

  /** The launcher's report is not trusted if the application is already running. */
  @Test
  void aJvmToWhichTheAgentIsAttachedIsKnownByItsCommandLineAlone() {
    Launch launch = Launch.read(true);

    assertThat(CommandLine.of(false, List.of("java", "com.acme.Main", "x"), launch))
        .isEqualTo("java com.acme.Main");
    assertThat(CommandLine.of(false, List.of("java", "@all", "x"), launch)).isEqualTo("java");
  }

  @Test
  void aModuleFromAnArgumentFileIsKeptWithItsMainClass() {
    Launch launch = new Launch("com.acme/com.acme.Main --pass x", true);

    assertThat(CommandLine.of(false, List.of("java", "@all"), launch))
        .isEqualTo("java com.acme/com.acme.Main");
  }

  /** Each row: a JVM flag; the part of the flag that is recorded. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-Dapp.password=x | -Dapp.password",
        "-Dapp.password | -Dapp.password",
        "-Dapp password=x | -Dapp",
        "-Xmx64m | -Xmx64m",
        "-Xlog:gc*:file=x | -Xlog",
        "-Xbootclasspath/a:x | -Xbootclasspath",
        "-XX:+UseG1GC | -XX:+UseG1GC",
        "-XX:-UseG1GC | -XX:-UseG1GC",
        "-XX:MaxRAMPercentage=75.5 | -XX:MaxRAMPercentage=75.5",
        "-XX:MaxMetaspaceSize=512m | -XX:MaxMetaspaceSize=512m",
        "-XX:OnError=curl -u a:x | -XX:OnError",
        "-XX:HeapDumpPath=7x | -XX:HeapDumpPath",
        "-XX:Flags=x | -XX:Flags",
      })
  void keepsNamesOfFlagsAndOfValuesOnlyNumbers(String flag, String kept) {
    assertThat(CommandLine.of(false, List.of("java", flag, "Main"), BY_JNI))
        .isEqualTo("java " + kept + " Main");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-javaagent:a.jar=x",
        "-agentlib:jdwp=x",
        "-agentpath:x",
        "-ea:x",
        "--add-opens=x",
        "-D",
        "-D=x",
        "-X",
        "-XX:",
        "@x"
      })
  void keepsNothingOfOtherFlags(String flag) {
    assertThat(CommandLine.of(false, List.of("java", flag, "Main"), new Launch("Main", false)))
        .isEqualTo("java Main");
  }

  @Test
  void keepsAllOfItIfAskedTo() {
    assertThat(
            CommandLine.of(
                true,
                List.of("/jdk/bin/java", "-cp", "a b", "com.acme.Main", "--pass", "x", "a=b"),
                BY_JNI))
        .isEqualTo("java -cp 'a b' com.acme.Main --pass x a=b");
  }

  @Test
  void hidesEvenThenWhatLooksLikeASecret() {
    assertThat(
            CommandLine.of(
                true,
                List.of("java", "Main", "--token", "x", "--password=y", "ftp://a:z@h/"),
                BY_JNI))
        .isEqualTo("java Main --token '***' '--password=***' 'ftp://a:***@h/'");
  }

  /**
   * Each row: a command line; the program that the launcher reports; the command that is recorded;
   * the name by which a user knows the program.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java --add-opens a/b=c com.acme.Main x | com.acme.Main x | java --add-opens a/b=c com.acme.Main x | com.acme.Main x",
        "java @opts a/b=c -cp y com.acme.Main x | com.acme.Main x | java @opts com.acme.Main x | com.acme.Main x",
        "java -Da=b @opts -cp y @more a/b=c -jar z.jar x | z.jar x | java -Da=b @opts -cp y @more z.jar x | z.jar x",
        "java -cp y @all | com.acme.Main x | java -cp y @all com.acme.Main x | com.acme.Main x",
        "java @all @x y | com.acme.Main @x y | java @all @x com.acme.Main @x y | com.acme.Main @x y",
        "java @opts com.acme.Main @x | com.acme.Main @x | java @opts com.acme.Main @x | com.acme.Main @x",
      })
  void keepsTheProgramOfAnArgumentFile(String line, String launched, String kept, String known) {
    List<String> words = List.of(line.split(" ", -1));
    String command = CommandLine.of(true, words, new Launch(launched, false));
    assertThat(command).isEqualTo(ShellWords.joined(List.of(kept.split(" ", -1))));
    assertThat(ProgramName.of(command)).isEqualTo(ShellWords.joined(List.of(known.split(" ", -1))));
  }

  @Test
  void keepsTheModuleOfAnArgumentFile() {
    Launch launch = new Launch("com.acme/com.acme.Main x", true);
    String command = CommandLine.of(true, List.of("java", "@all"), launch);
    assertThat(ProgramName.of(command)).isEqualTo("com.acme/com.acme.Main x");
  }

  @Test
  void keepsTheProgramBehindALongClassPath() {
    List<String> words = List.of("java", "-cp", "x.jar:".repeat(2_000), "com.acme.Main", "x");
    String command = CommandLine.of(true, words, BY_JNI);
    assertThat(command).hasSizeLessThan(1_100);
    assertThat(ProgramName.of(command)).isEqualTo("com.acme.Main x");
  }

  @Test
  void cutsALongCommandLine() {
    List<String> words = new ArrayList<>(List.of("java", "Main"));
    for (int i = 0; i < 2_000; i++) {
      words.add("argument");
    }
    assertThat(CommandLine.of(true, words, BY_JNI)).hasSizeLessThan(4_100).endsWith(" ...");
  }
}
