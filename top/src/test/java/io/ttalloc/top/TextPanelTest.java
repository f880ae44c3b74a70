package io.ttalloc.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.top.TopView.Panel;
import io.ttalloc.watch.MachineState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the panels that replace the lists. */
class TextPanelTest {
  /** The text of a screen on which the first site of a state is expanded. */
  private static String text(MachineState state, int rows) {
    TopView view = SampleMachine.opened(SampleMachine.SHARED.state());
    return SampleMachine.text(
        TopFrame.screen(SampleMachine.alone(state), view, SampleMachine.PLAIN, 80, rows));
  }

  @Test
  void theHelpSaysWhatTheShadesOfBarsAre() {
    TopView view = TopView.FIRST.on(Panel.HELP);

    assertThat(
            SampleMachine.text(
                TopFrame.screen(
                    SampleMachine.alone(SampleMachine.SHARED.state()),
                    view,
                    SampleMachine.PLAIN,
                    80,
                    60)))
        .contains("\nkeys\n", "█ other, ▓ shared, ▒ cached, ░ infrastructure");
  }

  @Test
  void aFindingIsShownWithItsReasonAndItsFix() {
    assertThat(text(SampleMachine.SHARED.state(), 16))
        .isEqualTo(
            """
        tt-alloc top  03:04:05  1 leak in 1 of 3 processes  1 running  1 killed  1 ended
        CACHED and GROWING, a leak: 1 entry, 1,200 open, growing in each of the most
          recent cycles (1 cycle)
          why      open when the process ended; still reachable, and in no cache
          fix      call close() on the buffer

          1. Ttnn.matmul    76,800 B
             buffer   1,200 x 64 B; 1,200 opened, 0 closed; oldest 2 s
               thread   ?
             opened at (stack not captured)

        opened 5,000 so far; since the previous report: 4.5 per second, 88 more open
        process 4711 in total: NOT JUDGED: it still runs
        ledger ledgers/4711-1-0000000a.ledger

        q quit  esc back  up, down scroll  m mark  p pause
        """);
  }

  @Test
  void aFindingThatIsNoLongerOpenSaysSo() {
    MachineState after = SampleMachine.state(List.of());

    assertThat(text(after, 10)).contains("Nothing is known to be open here any longer: ");
  }
}
