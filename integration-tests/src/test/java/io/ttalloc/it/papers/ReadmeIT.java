package io.ttalloc.it.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.TestJvm;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReadmeIT {
  private static final String CUT = "[...]";

  /**
   * What the README shows is what a run says, line for line, but for the process id, durations and
   * line numbers. A {@code [...]} within a line stands for any text, on a line of its own for any
   * lines.
   */
  @Test
  void theDumpIsThatOfARun() throws InterruptedException {
    List<String> shown =
        Paper.readme().blocks("text").stream()
            .filter(block -> block.get(0).startsWith("tt-alloc: "))
            .findFirst()
            .orElseThrow();
    List<String> said =
        TestJvm.on(Jdks.ofThisBuild())
            .demo("mesh")
            .run()
            .expectSuccess()
            .err()
            .lines()
            .map(ReadmeIT::withoutWhatVaries)
            .toList();

    int at = 0;
    boolean cut = false;
    for (String line : shown) {
      if (line.strip().equals(CUT)) {
        cut = true;
        continue;
      }
      Pattern expected = pattern(withoutWhatVaries(line));
      while (cut && at < said.size() && !expected.matcher(said.get(at)).matches()) {
        at++;
      }
      if (at == said.size()) {
        fail("a run does not say '%s' there; it says:%n%s", line, String.join("\n", said));
      }
      assertThat(said.get(at)).matches(expected);
      at++;
      cut = false;
    }
    assertThat(at).as("lines of the run that the README shows or cuts").isEqualTo(said.size());
  }

  private static String withoutWhatVaries(String line) {
    return line.replaceAll("\\bpid \\d+", "pid N")
        .replaceAll("\\bdump \\d+", "dump N")
        .replaceAll("\\b[\\d.]+ (ns|us|ms|s|min)\\b( \\d+ s)?", "TIME")
        .replaceAll("\\.java:\\d+", ".java:N");
  }

  private static Pattern pattern(String line) {
    return Pattern.compile(
        Stream.of(line.split(Pattern.quote(CUT), -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*")));
  }
}
