package io.ttalloc.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.testing.Variant;
import io.ttalloc.top.TopView.Panel;
import io.ttalloc.watch.DeviceUse;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessDevice;
import io.ttalloc.watch.ledgers.ProcessState;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.junit.jupiter.api.Test;

/** Tests the text of screens of various widths and heights. */
class TopFrameTest {
  private static String screen(TopView view, int columns, int rows) {
    return SampleMachine.text(
        TopFrame.screen(
            SampleMachine.alone(SampleMachine.SHARED.state()),
            view,
            SampleMachine.PLAIN,
            columns,
            rows));
  }

  @Test
  void showsAllColumnsWhereThereIsRoom() {
    assertThat(screen(TopView.FIRST, 120, 24))
        .isEqualTo(
            """
        tt-alloc top  03:04:05  1 leak in 1 of 3 processes  1 running  1 killed  1 ended
        DEVICE    SPACE                                     USED    BYTES          OF  SHARED  INFRA  CACHED
        0-7 each  DRAM      ███████████████████████·······   78%  800 MiB       1 GiB       -      -       -
        0-7 each  L1        █████████████████████████████·   95%   95 KiB     100 KiB       -      -       -
        0         L1_SMALL  ███████████▓▓▓▓···············     -    4 KiB  peak 8 KiB   1 KiB      -       -
        0         TRACE     █▒░···························   <1%    512 B       1 MiB       -  128 B   256 B

             PID  STATE      AGE  COMMAND                 OPENED  CLOSED  LIVE    BYTES  LEAKS▾  OPEN
        ›   4242  killed   1m35s  com.acme.Main                -       -    50  3.3 MiB       1
            4711  running  3m05s  server.jar --port 8080      12       9    50  3.3 MiB       -  ▁▃▄▆▇█
           32003  ended    3m05s  demo.jar mesh                -       -     -        -       -

        SITES of all processes
            VERDICT▾        COUNT   BYTES  OPENED  GREW  TYPE      PID  SITE
         !  CACHED+GROWING  1,200  75 KiB     4.5   +88  buffer   4711  Ttnn.matmul
         !  LOST                2   128 B       0     0  session  4242  Main.run
            OPEN                2   128 B       0    -1  session  4711  Pool.borrow
        3 more ledgers not shown
        1 ledger of other users not opened




        q quit  ? help  enter sites  s sort  m mark  p pause  tab sites
        """);
  }

  @Test
  void leavesOutTheLeastImportantColumnsAtEightyColumns() {
    assertThat(screen(TopView.FIRST, 80, 24))
        .isEqualTo(
            """
        tt-alloc top  03:04:05  1 leak in 1 of 3 processes  1 running  1 killed  1 ended
        DEVICE   SPACE                       USED   BYTES         OF SHARED INFRA CACHED
        0-7 each DRAM     ██████████████····  78% 800 MiB      1 GiB      -     -      -
        0-7 each L1       █████████████████·  95%  95 KiB    100 KiB      -     -      -
        0        L1_SMALL ███████▓▓·········    -   4 KiB peak 8 KiB  1 KiB     -      -
        0        TRACE    █▒░···············  <1%   512 B      1 MiB      - 128 B  256 B

            PID STATE     AGE COMMAND           OPENED CLOSED LIVE   BYTES LEAKS▾ OPEN
        ›  4242 killed  1m35s com.acme.Main          -      -   50 3.3 MiB      1
           4711 running 3m05s server....rt 8080     12      9   50 3.3 MiB      - ▁▃▄▆▇█
          32003 ended   3m05s demo.jar mesh          -      -    -       -      -

        SITES of all processes
           VERDICT▾       COUNT  BYTES OPENED GREW TYPE     PID SITE
         ! CACHED+GROWING 1,200 75 KiB    4.5  +88 buffer  4711 Ttnn.matmul
         ! LOST               2  128 B      0    0 session 4242 Main.run
           OPEN               2  128 B      0   -1 session 4711 Pool.borrow
        3 more ledgers not shown
        1 ledger of other users not opened




        q quit  ? help  enter sites  s sort  m mark  p pause  tab sites
        """);
  }

  @Test
  void keepsProcessesAndLeaksAtFortyColumns() {
    assertThat(screen(TopView.FIRST, 40, 24))
        .isEqualTo(
            """
        tt-alloc top  1 leak in 1 of 3 processes
        DEVICE   SPACE    USED   BYTES
        0-7 each DRAM      78% 800 MiB
        0-7 each L1        95%  95 KiB
        0        L1_SMALL    -   4 KiB
        0        TRACE     <1%   512 B

            PID STATE   LIVE   BYTES LEAKS▾
        ›  4242 killed    50 3.3 MiB      1
           4711 running   50 3.3 MiB      -
          32003 ended      -       -      -

        SITES of all processes
           VERDICT▾       COUNT SITE
         ! CACHED+GROWING 1,200 Ttnn.matmul
         ! LOST               2 Main.run
           OPEN               2 Pool.borrow
        3 more ledgers not shown
        1 ledger of other users not opened




        q quit  ? help  enter sites  s sort
        """);
  }

  /** The screen is one column too narrow for the line with the time. */
  @Test
  void leavesOutTheTimeRatherThanAState() {
    assertThat(screen(TopView.FIRST, 79, 4).lines().findFirst())
        .contains("tt-alloc top  1 leak in 1 of 3 processes  1 running  1 killed  1 ended");
  }

  @Test
  void cutsTheFirstPartOfALineRatherThanLeaveItOut() {
    assertThat(screen(TopView.FIRST, 10, 4).lines().findFirst()).contains("tt-alloc t");
    assertThat(screen(TopView.FIRST, 22, 4).lines().findFirst()).contains("tt-alloc top  03:04:05");
  }

  @Test
  void sharesALowScreen() {
    assertThat(screen(TopView.FIRST.on(Panel.SITES), 80, 12))
        .isEqualTo(
            """
        tt-alloc top  03:04:05  1 leak in 1 of 3 processes  1 running  1 killed  1 ended
            PID STATE     AGE COMMAND           OPENED CLOSED LIVE   BYTES LEAKS▾ OPEN
           4242 killed  1m35s com.acme.Main          -      -   50 3.3 MiB      1
          and 2 more processes
        SITES of all processes
           VERDICT▾       COUNT  BYTES OPENED GREW TYPE     PID SITE
        ›! CACHED+GROWING 1,200 75 KiB    4.5  +88 buffer  4711 Ttnn.matmul
         ! LOST               2  128 B      0    0 session 4242 Main.run
           OPEN               2  128 B      0   -1 session 4711 Pool.borrow
        3 more ledgers not shown
        1 ledger of other users not opened
        q quit  ? help  enter stacks  esc back  s sort  m mark  p pause
        """);
  }

  @Test
  void printsAllOfItWithoutAScreen() {
    assertThat(
            SampleMachine.text(
                TopFrame.whole(
                    SampleMachine.alone(SampleMachine.SHARED.state()), SampleMachine.PLAIN, 80)))
        .isEqualTo(
            """
            tt-alloc top  03:04:05  1 leak in 1 of 3 processes  1 running  1 killed  1 ended
            DEVICE   SPACE                       USED   BYTES         OF SHARED INFRA CACHED
            0-7 each DRAM     ██████████████····  78% 800 MiB      1 GiB      -     -      -
            0-7 each L1       █████████████████·  95%  95 KiB    100 KiB      -     -      -
            0        L1_SMALL ███████▓▓·········    -   4 KiB peak 8 KiB  1 KiB     -      -
            0        TRACE    █▒░···············  <1%   512 B      1 MiB      - 128 B  256 B

                PID STATE     AGE COMMAND            OPENED CLOSED LIVE   BYTES LEAKS OPEN
               4242 killed  1m35s com.acme.Main           -      -   50 3.3 MiB     1
               4711 running 3m05s server....ort 8080     12      9   50 3.3 MiB     - ▁▃▄▆▇█
              32003 ended   3m05s demo.jar mesh           -      -    -       -     -

            SITES of all processes
               VERDICT        COUNT  BYTES OPENED GREW TYPE     PID SITE
             ! CACHED+GROWING 1,200 75 KiB    4.5  +88 buffer  4711 Ttnn.matmul
             ! LOST               2  128 B      0    0 session 4242 Main.run
               OPEN               2  128 B      0   -1 session 4711 Pool.borrow
            3 more ledgers not shown
            1 ledger of other users not opened
            """);
  }

  @Test
  void asciiTakesThePlaceOfOtherCharactersWhereTheTerminalHasNone() {
    Look ascii = new Look(Glyphs.ASCII, false, ZoneOffset.UTC);
    String text =
        SampleMachine.text(
            TopFrame.screen(
                SampleMachine.alone(SampleMachine.SHARED.state()), TopView.FIRST, ascii, 120, 24));

    assertThat(text)
        .isEqualTo(
            screen(TopView.FIRST, 120, 24)
                .replace("▁▃▄▆▇█", "_:-+*#")
                .replace('█', '#')
                .replace('·', '.')
                .replace('▓', '=')
                .replace('▒', '+')
                .replace('░', '-')
                .replace('▾', 'v')
                .replace('›', '>'));
  }

  @Variant
  @Test
  void noLineIsWiderAndNoScreenHigherThanTheTerminal() {
    String wide = "java -jar 日本語日本語日本語\u001b[2J\u202e.jar";
    MachineState state =
        SampleMachine.state(
            List.of(
                SampleMachine.SHARED.process(
                    1,
                    ProcessState.RUNNING,
                    wide,
                    SampleMachine.digest(
                        2L, 9, SampleMachine.SHARED.leaking(), SampleMachine.SHARED.open()),
                    true),
                SampleMachine.SHARED.process(2, ProcessState.KILLED, wide, null, false)));
    List<TopView> views =
        List.of(
            TopView.FIRST,
            TopView.FIRST.on(Panel.SITES),
            TopView.FIRST.on(Panel.HELP),
            TopView.FIRST.asking("日本語".repeat(30)),
            TopView.FIRST.saying("日本語".repeat(30)),
            SampleMachine.opened(state));
    for (TopView view : views) {
      for (int columns = 1; columns <= 130; columns += columns < 45 ? 1 : 9) {
        for (int rows = 1; rows <= 40; rows += columns % 4 + 3) {
          List<AttributedString> lines =
              TopFrame.screen(
                  SampleMachine.alone(state), view, SampleMachine.COLOURED, columns, rows);
          assertThat(lines).hasSize(rows);
          for (AttributedString line : lines) {
            assertThat(line.columnLength())
                .as("%s at %d", line, columns)
                .isLessThanOrEqualTo(columns);
            assertThat(line.toString()).doesNotContain("\u001b", "\u202e", "\n");
          }
        }
      }
    }
  }

  @Test
  void aBarIsYellowFromThreeQuartersAndRedFromNineTenthsOfWhatTheAllocatorHas() {
    assertThat(barOf(749, 1_000L))
        .isEqualTo(AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN));
    assertThat(barOf(750, 1_000L))
        .isEqualTo(AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW));
    assertThat(barOf(899, 1_000L))
        .isEqualTo(AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW));
    assertThat(barOf(900, 1_000L))
        .isEqualTo(AttributedStyle.DEFAULT.bold().foreground(AttributedStyle.RED));
    assertThat(barOf(900, null)).isEqualTo(AttributedStyle.DEFAULT);
  }

  private static AttributedStyle barOf(long bytes, Long capacity) {
    Double level = capacity == null ? null : (Double) ((double) bytes / capacity);
    DeviceUse use =
        new DeviceUse(
            0,
            "DRAM",
            bytes,
            1_000,
            1,
            0,
            capacity,
            new DeviceUse.Reported(bytes, 0, 0, 0, 0, level));
    AttributedString row =
        DeviceSection.lines(List.of(new ProcessDevice(7, use)), SampleMachine.COLOURED, 80).get(1);
    return row.styleAt(row.toString().indexOf('█'));
  }

  /** The overlap is subtracted from the circular buffers of process 8. */
  @Test
  void eachOfSeveralProcessesHasLinesOfItsOwn() {
    List<ProcessDevice> devices = new ArrayList<>();
    for (int device = 0; device < 8; device++) {
      devices.add(new ProcessDevice(7, kernels(device)));
    }
    devices.add(new ProcessDevice(8, kernels(0)));
    devices.add(
        new ProcessDevice(
            8,
            new DeviceUse(
                0,
                "L1",
                2_048,
                2_048,
                2,
                0,
                1_024L,
                new DeviceUse.Reported(512, 2_048, 0, 0, 1_536, 0.5))));

    assertThat(SampleMachine.text(DeviceSection.lines(devices, SampleMachine.PLAIN, 90)))
        .isEqualTo(
            """
            DEVICE   PID SPACE                              USED   BYTES      OF SHARED   INFRA CACHED
            0-7 each   7 KERNEL_CONFIG ░░░░░░░░░░░░░░░░····  80% 204 KiB 256 KiB      - 204 KiB      -
            0          8 KERNEL_CONFIG ░░░░░░░░░░░░░░░░····  80% 204 KiB 256 KiB      - 204 KiB      -
            0          8 L1            ▓▓▓▓▓▓▓▓▓▓··········  50%   512 B   1 KiB  512 B       -      -
            """);
  }

  /**
   * The counters of these devices have changed in different ways since the report. No line may show
   * these changes.
   */
  private static DeviceUse kernels(int device) {
    return new DeviceUse(
        device,
        "KERNEL_CONFIG",
        device * 1_024L,
        208_896 + device,
        16,
        0,
        262_144L,
        new DeviceUse.Reported(208_896, 0, 208_896, 0, 0, 0.0));
  }

  @Test
  void withoutColoursThereIsNone() {
    String ansi = "";
    for (AttributedString line :
        TopFrame.screen(
            SampleMachine.alone(SampleMachine.SHARED.state()),
            TopView.FIRST,
            SampleMachine.PLAIN,
            120,
            24)) {
      ansi += line.toAnsi();
    }
    assertThat(ansi).contains("\u001b[1m").doesNotContainPattern("\u001b\\[[0-9;]*3[0-9]");
  }

  @Test
  void aReportThatIsOldSaysHowOld() {
    MachineState state =
        SampleMachine.state(
            List.of(
                SampleMachine.SHARED.process(
                    1, ProcessState.RUNNING, "java A", SampleMachine.digest(null, 64), true)));
    String text =
        SampleMachine.text(
            TopFrame.screen(
                SampleMachine.alone(state), TopView.FIRST, SampleMachine.PLAIN, 120, 24));

    assertThat(text).containsPattern("JUDGED\n.* 1m04s");
    assertThat(screen(TopView.FIRST, 120, 24)).doesNotContain("JUDGED");
  }
}
