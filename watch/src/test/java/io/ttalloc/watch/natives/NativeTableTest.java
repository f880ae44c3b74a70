package io.ttalloc.watch.natives;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NativeTableTest {
  private static String table(NativeState state, int limit) {
    StringWriter out = new StringWriter();
    NativeTable.print(state, limit, new PrintWriter(out, true));
    return out.toString();
  }

  @Test
  void eachSourceHasItsRowAndWhatLeftNothingHasNone() {
    assertThat(table(SampleNatives.state(), 100))
        .isEqualTo(
            """
            native processes:
             PID  SOURCE  STATE    PROGRAM       LIVE  TWICE            BYTES
            4711  socket  running  python3          3      0         90,112 B
                  DRAM 90,112 B
            4711  region  running  python3          -      -  1,677,721,600 B
                  DRAM 1,677,721,600 B
            4242  socket  ended    llama \\u001b     7      2          1,536 B
                  DRAM 1,536 B
            if socket and region both list a process, they count the same bytes; do not add them
            """);
  }

  @Test
  void noLineIsTooLongAndTheLimitIsShown() {
    List<NativeMemory> memory = new ArrayList<>();
    for (String space : List.of("DRAM", "L1", "SYSTEM_MEMORY", "L1_SMALL", "TRACE", "CB")) {
      memory.add(new NativeMemory(null, 0, space, 1L << 40, 1L << 60));
    }
    NativeProcess long1 =
        new NativeProcess(
            NativeSource.SOCKET, Integer.MAX_VALUE, "p".repeat(100), false, 7L, 7L, memory);
    NativeState state = new NativeState(List.of(long1, long1), List.of(), 0, 0, 0, List.of());

    String text = table(state, 1);
    assertThat(text).endsWith("1 more native process: --limit N\n").contains("pppp...pppp");
    assertThat(text.lines().skip(3)).allMatch(line -> line.length() <= 80).hasSize(6);
    assertThat(text).contains("CB 1,152,921,504,606,846,976 B, DRAM 1,152");
  }

  @Test
  void nothingIsPrintedOfNothing() {
    assertThat(table(NativeState.NONE, 100)).isEmpty();
  }
}
