package io.ttalloc.heap.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
  @Test
  void refusesADumpWhoseTablesDoNotFit() throws UnreadableDumpException {
    IdTable table = new IdTable(new MemoryBudget(4 << 20), 28);

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < (2 << 20) / 28 + 1; i++) {
                table.add(i, i);
              }
            })
        .isInstanceOf(UnreadableDumpException.class)
        .hasMessage(
            "has too many objects to be indexed in 2 MiB; give the process that reads it a larger heap (-Xmx)");
  }

  @Test
  void findsEveryEntryByItsId() throws UnreadableDumpException {
    IdTable table = new IdTable(new MemoryBudget(1 << 30), 28);
    for (int i = 0; i < 100_000; i++) {
      table.add(8L * i, -i);
    }
    table.add(16, 77);
    table.complete();

    for (int i = 0; i < 100_000; i++) {
      assertThat(table.indexOf(8L * i)).isEqualTo(i);
    }
    assertThat(table.valueOf(16)).isEqualTo(-2);
    assertThat(table.indexOf(12)).isNegative();
  }
}
