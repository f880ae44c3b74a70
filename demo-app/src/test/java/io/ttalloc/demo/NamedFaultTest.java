package io.ttalloc.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.demo.DemoArguments.Command;
import io.ttalloc.runtime.fault.Fault;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamedFaultTest {
  @Test
  void everyFaultOfTheModelHasAName() {
    assertThat(Arrays.stream(NamedFault.values()).flatMap(n -> n.faults().active().stream()))
        .containsExactlyInAnyOrder(Fault.values());
  }

  @Test
  void theTableHasALineForEachWithWhatMustBeRead() {
    assertThat(NamedFault.table())
        .hasSize(1 + NamedFault.values().length)
        .anyMatch(line -> line.matches("cb-never-freed +001 +ORPHANED +closing a program .*"));
  }

  @Test
  void aNameIsReadWithItsOptions() throws UsageException {
    DemoArguments read = DemoArguments.parse(new String[] {"faults", "mesh-dropped", "--cleaner"});
    assertThat(read.command()).isEqualTo(Command.FAULTS);
    assertThat(read.fault()).isEqualTo(NamedFault.MESH_DROPPED);
    assertThat(read.faultOptions()).isEqualTo(List.of("--cleaner"));
    assertThat(DemoArguments.parse(new String[] {"faults", "--list"}).command())
        .isEqualTo(Command.LIST_FAULTS);
  }

  @Test
  void whatIsUnknownIsAnsweredWithWhatWasExpected() {
    assertThatThrownBy(() -> DemoArguments.parse(new String[] {"faults", "cq-rebuild"}))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("demo: unknown fault 'cq-rebuild'; expected --list or one of mesh-")
        .hasMessageEndingWith("; nothing was run");
    assertThatThrownBy(
            () -> DemoArguments.parse(new String[] {"faults", "cq-rebuilt", "--cleaner"}))
        .hasMessage(
            "demo: unknown argument of faults cq-rebuilt '--cleaner'; expected none;"
                + " nothing was run");
    assertThatThrownBy(() -> DemoArguments.parse(new String[] {"faults"}))
        .hasMessageStartingWith(
            "demo: faults needs a name; expected --list or one of mesh-dropped, ")
        .hasMessageEndingWith("; nothing was run");
  }
}
