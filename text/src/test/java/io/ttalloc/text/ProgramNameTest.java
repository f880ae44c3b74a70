package io.ttalloc.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "java -javaagent:/a/agent.jar -Xmx1g -jar /opt/app/app.jar run --fast | app.jar run --fast",
        "/usr/bin/java -cp a:b com.acme.Main one | com.acme.Main one",
        "java --add-opens java.base/java.lang=ALL-UNNAMED com.acme.Main | com.acme.Main",
        "java -p mods -m com.acme/com.acme.Main x | com.acme/com.acme.Main x",
        "java -cp 'a b' com.acme.Main 'one two' | com.acme.Main 'one two'",
        "java 'com.acme.Outer$Main' | com.acme.Outer$Main",
        "java -jar '/opt/my app.jar' run | my app.jar run",
        "java @args.txt | java @args.txt",
        "java -version | java -version",
        "javac -d out A.java | javac -d out A.java",
        "demo mesh | demo mesh",
        "? | ?",
      })
  void findsTheProgramBehindTheFlagsOfTheJvm(String command, String program) {
    assertThat(ProgramName.of(command)).isEqualTo(program);
  }

  @Test
  void omitsTheMiddleOfALongName() {
    assertThat(ProgramName.shortened("abcdefghij", 10)).isEqualTo("abcdefghij");
    assertThat(ProgramName.shortened("abcdefghijk", 9)).isEqualTo("abc...ijk");
  }
}
