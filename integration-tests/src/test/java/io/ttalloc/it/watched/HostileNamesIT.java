package io.ttalloc.it.watched;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import io.ttalloc.text.VisibleText;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests programs whose arguments and labels contain control characters. The output of commands must
 * neither move the cursor nor flood the screen.
 */
@Variant
class HostileNamesIT {
  /** Control characters that clear the screen, end the line, and reverse the direction of text. */
  private static final String ODD = "\u001b[2J\r\n\u009b\u202e";

  /** A long argument, but below the limit of 128 KiB that the system sets. */
  private static final String LONG_ARGUMENT = ODD + "x".repeat(100_000) + ODD;

  private static final int TIMES = 200_000;

  @TempDir private Path folder;

  @OneJdk
  void noCommandShowsMoreOfThemThanALineHolds(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(LeavesOneOpen.RULES).option("command=full");
    tracked
        .on(jdk)
        .main(LeavesOneOpen.class, Integer.toString(TIMES), ODD, LONG_ARGUMENT)
        .run()
        .expectSuccess();
    Path ledgers = tracked.ledgers().path();
    assertThat(tracked.ledgers().read().process().command()).contains("xxxx");

    isTame(MonitorCommand.jvm(ledgers, "ps").run().expectSuccess().out(), 80);
    isTame(MonitorCommand.jvm(ledgers, "top", "--once").run().expectSuccess().out(), 80);
    try (Server server = Server.on(ledgers)) {
      isTame(server.get("/metrics"), 1_000);
      server.awaitLine("Active allocations: 0");
      String out = server.terminate().out();
      assertThat(out).contains("ended earlier: ");
      isTame(out, 250);
    }
  }

  private static void isTame(String output, int longest) {
    assertThat(output.lines())
        .isNotEmpty()
        .allMatch(line -> line.equals(VisibleText.of(line)))
        .allMatch(line -> line.length() <= longest);
  }
}
