package io.ttalloc.cli.arguments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.cli.Main;
import io.ttalloc.watch.natives.NativePrograms;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests commands without the optional jars, which are not on this module's test class path. */
class OptionalJarTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return Main.run(List.of(args), new PrintWriter(out, true), new PrintWriter(err, true));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotThereIsNamed(OptionalJar jar) {
    assertThat(jar.find(Object.class)).isNull();
    assertThatThrownBy(() -> jar.require(Object.class, "--x"))
        .isInstanceOf(CommandFailure.class)
        .hasMessageMatching(
            "--x needs the jar .*(native|viewer)/target/tt-alloc-\\1\\.jar, which is missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ps", "top"})
  void commandsShowLedgersWithoutTheJarForNativeProcesses(String command) {
    assertThat(OptionalJar.NATIVE.find(NativePrograms.class)).isNull();
    assertThat(run(command, "--json", "--dir=" + folder)).isZero();
    assertThat(out.toString()).contains("\"processes\": []", "\"problems\": []");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void anOptionThatNeedsAMissingJarIsAnError() {
    assertThat(run("ps", "--regions-folder=" + folder, "--dir=" + folder)).isEqualTo(1);
    assertThat(run("ps", "--monitor=none", "--dir=" + folder)).isZero();

    assertThat(err.toString())
        .matches("tt-alloc: --regions-folder needs the jar .*, which is missing\n");
  }
}
