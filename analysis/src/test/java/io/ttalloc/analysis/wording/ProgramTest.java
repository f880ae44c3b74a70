package io.ttalloc.analysis.wording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java -javaagent:/a/agent.jar -Xmx1g -jar /opt/app/app.jar run --fast | app.jar run --fast",
        "/usr/bin/java -cp a:b com.acme.Main one | com.acme.Main one",
        "java -p mods -m com.acme/com.acme.Main | com.acme.Main",
        "java @args.txt | @args.txt",
        "java -version | java -version",
        "demo mesh | demo mesh",
        "? | ?",
      })
  void findsTheProgramBehindTheFlagsOfTheJvm(String command, String program) {
    assertThat(Program.of(command)).isEqualTo(program);
  }
}
