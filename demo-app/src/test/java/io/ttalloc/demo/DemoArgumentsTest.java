package io.ttalloc.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoArgumentsTest {
  @Test
  void runsTheMeshOnceWhenNothingIsAskedFor() throws UsageException {
    assertThat(DemoArguments.parse(new String[0]))
        .isEqualTo(new DemoArguments(DemoArguments.Command.MESH, 1, false));
    assertThat(DemoArguments.parse(new String[] {"--clear-cache"}))
        .isEqualTo(new DemoArguments(DemoArguments.Command.MESH, 1, true));
  }

  @Test
  void takesOptionsInAnyOrder() throws UsageException {
    assertThat(DemoArguments.parse(new String[] {"mesh", "--clear-cache", "--iterations", "7"}))
        .isEqualTo(new DemoArguments(DemoArguments.Command.MESH, 7, true));
    assertThat(DemoArguments.parse(new String[] {"accumulate", "--runs", "3", "--clear-cache"}))
        .isEqualTo(new DemoArguments(DemoArguments.Command.ACCUMULATE, 3, true));
  }

  @ParameterizedTest
  @CsvSource({
    "meshes, unknown scenario 'meshes'",
    "mesh --runs 3, unknown argument of mesh '--runs'",
    "mesh extra, unknown argument of mesh 'extra'",
    "accumulate, accumulate needs --runs N",
    "accumulate --runs, --runs needs a number of 1 or more",
    "accumulate --runs 0, --runs 0: expected a number of 1 or more",
    "mesh --iterations x, --iterations x: expected a number of 1 or more",
  })
  void saysInOneLineWhatItDoesNotUnderstand(String commandLine, String expected) {
    assertThatThrownBy(() -> DemoArguments.parse(commandLine.split(" ")))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("demo: " + expected)
        .hasMessageEndingWith("nothing was run")
        .message()
        .doesNotContain("\n");
  }
}
