package io.ttalloc.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.testing.Variant;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.natives.NativeState;
import io.ttalloc.watch.natives.SampleNatives;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.junit.jupiter.api.Test;

/** Tests screens with native processes and processes that have a ledger. */
class NativeSectionTest {
  private static final MachineState NO_LEDGERS =
      new MachineState(SampleMachine.NOW, List.of(), List.of(), List.of(), 0, 0, List.of());

  private static String screen(MachineState ledgers, int columns, int rows) {
    TopState state = new TopState(ledgers, SampleNatives.state());
    return SampleMachine.text(
        TopFrame.screen(state, TopView.FIRST, SampleMachine.PLAIN, columns, rows));
  }

  @Test
  void chipsThatAreAlikeShareALineAndABarIsThereWhereACapacityIsKnown() {
    assertThat(screen(NO_LEDGERS, 120, 16))
        .isEqualTo(
            """
            tt-alloc top  03:04:05  no ledgers
            NATIVE PROCESSES: 1 running, 1 ended
            CHIP      SOURCE          SPACE                                    BYTES       OF
            0-7 each  region          DRAM                                   800 MiB        -
            0-7 each  region          L1     █████████████████████████████·   95 KiB  100 KiB
            15        region, remote  DRAM                                      12 B        -
            0         socket          DRAM                                    88 KiB        -
             PID  SOURCE  STATE    PROGRAM       LIVE  TWICE    BYTES     DRAM
            4711  socket  running  python3          3      0   88 KiB   88 KiB
            4711  region  running  python3          -      -  1.6 GiB  1.6 GiB
            4242  socket  ended    llama \\u001b     7      2  1.5 KiB  1.5 KiB
            tt-alloc: /dev/shm/tt_device_9_memory has version 5, expected 1 to 4; it is not read



            q quit  ? help  enter sites  s sort  m mark  p pause  tab sites
            """);
  }

  @Test
  void leavesOutTheLeastImportantColumns() {
    assertThat(screen(NO_LEDGERS, 80, 14))
        .isEqualTo(
            """
            tt-alloc top  03:04:05  no ledgers
            NATIVE PROCESSES: 1 running, 1 ended
            CHIP     SOURCE         SPACE                                  BYTES      OF
            0-7 each region         DRAM                                 800 MiB       -
            0-7 each region         L1    █████████████████████████████·  95 KiB 100 KiB
            15       region, remote DRAM                                    12 B       -
            0        socket         DRAM                                  88 KiB       -
             PID SOURCE STATE   PROGRAM      LIVE TWICE   BYTES    DRAM
            4711 socket running python3         3     0  88 KiB  88 KiB
            4711 region running python3         -     - 1.6 GiB 1.6 GiB
            4242 socket ended   llama \\u001b    7     2 1.5 KiB 1.5 KiB
            tt-alloc: /dev/shm/tt_device_9_memory ...sion 5, expected 1 to 4; it is not read

            q quit  ? help  enter sites  s sort  m mark  p pause  tab sites
            """);
    assertThat(screen(NO_LEDGERS, 40, 14))
        .isEqualTo(
            """
            tt-alloc top  03:04:05  no ledgers
            NATIVE PROCESSES: 1 running, 1 ended
            CHIP     SOURCE         SPACE   BYTES
            0-7 each region         DRAM  800 MiB
            0-7 each region         L1     95 KiB
            15       region, remote DRAM     12 B
            0        socket         DRAM   88 KiB
             PID SOURCE STATE   PROGRAM        BYTES
            4711 socket running python3       88 KiB
            4711 region running python3      1.6 GiB
            4242 socket ended   llama \\u001b 1.5 KiB
            tt-alloc: /dev/shm...o 4; it is not read

            q quit  ? help  enter sites  s sort
            """);
  }

  @Test
  void comesAfterTheSitesAndGetsWhatTheyLeave() {
    assertThat(screen(SampleMachine.SHARED.state(), 80, 24))
        .isEqualTo(
            """
            tt-alloc top  03:04:05  1 leak in 1 of 3 processes  1 running  1 killed  1 ended
            DEVICE   SPACE                       USED   BYTES         OF SHARED INFRA CACHED
            0-7 each DRAM     ██████████████····  78% 800 MiB      1 GiB      -     -      -
            0-7 each L1       █████████████████·  95%  95 KiB    100 KiB      -     -      -
              and 2 more device lines

                PID STATE     AGE COMMAND           OPENED CLOSED LIVE   BYTES LEAKS▾ OPEN
            ›  4242 killed  1m35s com.acme.Main          -      -   50 3.3 MiB      1
               4711 running 3m05s server....rt 8080     12      9   50 3.3 MiB      - ▁▃▄▆▇█
              32003 ended   3m05s demo.jar mesh          -      -    -       -      -

            SITES of all processes
               VERDICT▾       COUNT  BYTES OPENED GREW TYPE     PID SITE
             ! CACHED+GROWING 1,200 75 KiB    4.5  +88 buffer  4711 Ttnn.matmul
             ! LOST               2  128 B      0    0 session 4242 Main.run
               OPEN               2  128 B      0   -1 session 4711 Pool.borrow

            NATIVE PROCESSES: 1 running, 1 ended
             PID SOURCE STATE   PROGRAM      LIVE TWICE   BYTES    DRAM
            4711 socket running python3         3     0  88 KiB  88 KiB
              and 2 more processes
            3 more ledgers not shown
            1 ledger of other users not opened
            q quit  ? help  enter sites  s sort  m mark  p pause  tab sites
            """);
  }

  @Test
  void whatIsPrintedOnceIsAllOfIt() {
    TopState state = new TopState(SampleMachine.SHARED.state(), SampleNatives.state());
    String text = SampleMachine.text(TopFrame.whole(state, SampleMachine.PLAIN, 80));
    String alone =
        SampleMachine.text(
            TopFrame.whole(
                SampleMachine.alone(SampleMachine.SHARED.state()), SampleMachine.PLAIN, 80));

    assertThat(text.lines()).hasSize((int) alone.lines().count() + 12);
    assertThat(text).contains("Pool.borrow\n\nNATIVE PROCESSES: 1 running, 1 ended\nCHIP");
  }

  @Variant
  @Test
  void anyRoomIsEnough() {
    for (int columns = 1; columns <= 130; columns += columns < 45 ? 1 : 9) {
      for (int rows = 1; rows <= 40; rows++) {
        for (MachineState ledgers : List.of(SampleMachine.SHARED.state(), NO_LEDGERS)) {
          TopState state = new TopState(ledgers, SampleNatives.state());
          List<AttributedString> lines =
              TopFrame.screen(state, TopView.FIRST, SampleMachine.COLOURED, columns, rows);
          assertThat(lines).hasSize(rows);
          assertThat(lines).allMatch(line -> line.columnLength() <= 130);
          for (AttributedString line : lines) {
            assertThat(line.columnLength()).isLessThanOrEqualTo(columns);
          }
        }
      }
    }
  }

  @Test
  void aHeadIsNeverWithoutARow() {
    NativeSection section = new NativeSection(SampleNatives.state(), SampleMachine.PLAIN);
    for (int max = 1; max <= section.lines(); max++) {
      String text = SampleMachine.text(section.lines(80, max));
      assertThat(text.lines().count()).as(text).isLessThanOrEqualTo(max);
      assertThat(text)
          .startsWith("NATIVE PROCESSES: 1 running, 1 ended\n")
          .doesNotContainPattern("(CHIP|PID) .*\n *(and|PID)")
          .doesNotContainPattern("(CHIP|PID) [^\n]*\n$");
    }
    assertThat(section.lines(80, section.lines())).hasSize(section.lines());
  }

  @Test
  void aDoubleAllocationAndAnEndStandOut() {
    TopState state = new TopState(NO_LEDGERS, SampleNatives.state());
    AttributedString row =
        TopFrame.screen(state, TopView.FIRST, SampleMachine.COLOURED, 120, 24).stream()
            .filter(line -> line.toString().contains("4242"))
            .findFirst()
            .orElseThrow();

    assertThat(row.styleAt(row.toString().indexOf("ended")))
        .isEqualTo(AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW));
    assertThat(row.styleAt(row.toString().indexOf(" 2 ") + 1))
        .isEqualTo(AttributedStyle.DEFAULT.bold().foreground(AttributedStyle.RED));
  }

  @Test
  void withoutSuchProcessesThereIsNoSection() {
    NativeSection section = new NativeSection(NativeState.NONE, SampleMachine.PLAIN);
    assertThat(section.lines()).isZero();
    assertThat(section.lines(80, 10)).isEmpty();
  }
}
