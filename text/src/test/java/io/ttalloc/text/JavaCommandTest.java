package io.ttalloc.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.text.JavaCommand.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JavaCommandTest {

  /** Columns: command line; kind and name of the program; arguments of the program. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java Main a b | CLASS Main | a b",
        "java -cp x Main | CLASS Main |",
        "java -classpath x Main | CLASS Main |",
        "java --class-path x Main | CLASS Main |",
        "java --class-path=x Main | CLASS Main |",
        "java -p x --upgrade-module-path y --module-path z Main | CLASS Main |",
        "java --add-modules a,b --limit-modules c Main -d | CLASS Main | -d",
        "java --add-opens java.base/java.lang=ALL-UNNAMED Main | CLASS Main |",
        "java --add-opens=java.base/java.lang=ALL-UNNAMED Main | CLASS Main |",
        "java --add-exports a/b=c --add-reads a=b --patch-module a=b.jar Main | CLASS Main |",
        "java --enable-native-access ALL-UNNAMED Main | CLASS Main |",
        "java --source 17 dir/Main.java x | CLASS dir/Main.java | x",
        "java -XX:Flags=file -XX:+UseG1GC -Xmx1g -ea:com.acme... -Da=b Main | CLASS Main |",
        "java -javaagent:a.jar=b -agentlib:c --enable-preview -showversion Main | CLASS Main |",
        "java -jar app.jar -jar x | JAR app.jar | -jar x",
        "java -jar -Xmx1g -cp y app.jar x | JAR app.jar | x",
        "java -p mods -m com.acme/com.acme.Main -m x | MODULE com.acme/com.acme.Main | -m x",
        "java --module com.acme -x | MODULE com.acme | -x",
        "java --module=com.acme -x | MODULE com.acme | -x",
        "java @@Main @x | CLASS @Main | @x",
        "java --disable-@files -cp @y @Main | CLASS @Main |",
      })
  void parsesACommandAsTheLauncherDoes(String line, String program, String arguments) {
    JavaCommand java = JavaCommand.of(words(line));

    assertThat(java.kind() + " " + java.program()).isEqualTo(program);
    assertThat(String.join(" ", java.arguments())).isEqualTo(arguments == null ? "" : arguments);
    assertThat(java.fromFiles()).isFalse();
  }

  @Test
  void keepsOptionsWithoutTheirSeparateValues() {
    JavaCommand java =
        JavaCommand.of(words("java -Xmx1g -cp x -jar --add-opens a/b=c -Da=b app.jar"));

    assertThat(java.options()).containsExactly("-Xmx1g", "-cp", "--add-opens", "-Da=b");
  }

  /**
   * The argument file may contain the program, or end with an option whose value looks like the
   * program.
   */
  @ParameterizedTest
  @ValueSource(strings = {"java @args Main", "java -cp @args Main", "java -Da=b @args -Dc=d Main"})
  void saysWhereArgumentFilesMayHideTheProgram(String line) {
    JavaCommand java = JavaCommand.of(words(line));

    assertThat(java.program()).isEqualTo("Main");
    assertThat(java.fromFiles()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"java", "java -version", "java -cp", "java @args", "java -m", "java -jar -Da=b"})
  void findsNoProgramWhereNoneIs(String line) {
    JavaCommand java = JavaCommand.of(words(line));

    assertThat(java.program()).isNull();
    assertThat(java.arguments()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "javaw", "java.exe", "java-17", "java17", "java11.0"})
  void recognisesTheLauncher(String fileName) {
    assertThat(JavaCommand.isLauncher(fileName)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"javac", "javadoc", "myjava", "jshell", "", "java-app"})
  void recognisesOtherPrograms(String fileName) {
    assertThat(JavaCommand.isLauncher(fileName)).isFalse();
  }

  @Test
  void namesAJarByItsFileNameAndAModuleInFull() {
    assertThat(JavaCommand.named(Kind.JAR, "/opt/a b/app.jar")).isEqualTo("app.jar");
    assertThat(JavaCommand.named(Kind.CLASS, "src/Main.java")).isEqualTo("Main.java");
    assertThat(JavaCommand.named(Kind.MODULE, "com.acme/com.acme.Main"))
        .isEqualTo("com.acme/com.acme.Main");
  }

  private static List<String> words(String line) {
    return List.of(line.split(" ", -1));
  }
}
