package io.ttalloc.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the ledger contains the open resources if the JVM runs no shutdown hooks and so writes
 * no report.
 */
@Variant
class ExitsWithoutHooksIT {
  @TempDir private Path folder;

  private TrackedRun tracked;

  private TestJvm on(Jdk jdk, String end) throws IOException {
    tracked = TrackedRun.in(folder).rules(ExitsIT.RULES);
    return tracked.on(jdk).main(ExitsIT.Ends.class, end);
  }

  private void assertTheLedgerIsThere(JvmResult result) throws IOException {
    assertThat(result.err()).doesNotContain("tt-alloc: ");
    LedgerImage ledger = tracked.ledgers().read();
    assertThat(ledger.process().ended()).isEqualTo(ProcessEntry.Ended.KILLED);
    List<Long> bytes = new ArrayList<>();
    ledger.forEachSlot(slot -> bytes.add(slot.bytes()));
    assertThat(bytes).containsExactly(4_711L);
    assertThat(ledger.tallies().values())
        .extracting(tally -> tally.opened() + " opened, " + tally.closed() + " closed")
        .containsExactlyInAnyOrder("1 opened, 0 closed", "1 opened, 1 closed");
  }

  @OneJdk
  void afterAHalt(Jdk jdk) throws Exception {
    JvmResult result = on(jdk, "halt").run().expectStatus(6);

    assertThat(result.err()).isEmpty();
    assertTheLedgerIsThere(result);
  }

  @OneJdk
  void afterATermSignalToAJvmWithoutSignals(Jdk jdk) throws Exception {
    try (RunningJvm running = on(jdk, "wait").jvmFlags("-Xrs").start()) {
      running.awaitLine("^open$");
      assertTheLedgerIsThere(running.terminate().expectStatus(128 + 15));
    }
  }

  @OneJdk
  void ofAJvmThatIsToEndWhenMemoryIsShort(Jdk jdk) throws Exception {
    JvmResult result =
        on(jdk, "fill").jvmFlags("-XX:+ExitOnOutOfMemoryError").run().expectStatus(3);

    assertTheLedgerIsThere(result);
  }

  @OneJdk
  void afterACrash(Jdk jdk) throws Exception {
    Path log = folder.resolve("crash.log");
    JvmResult result =
        on(jdk, "fill")
            .launchedBy("/bin/sh", "-c", "ulimit -c 0; exec \"$@\"", "sh")
            .jvmFlags("-XX:+CrashOnOutOfMemoryError", "-XX:ErrorFile=" + log)
            .run()
            .expectStatus(128 + 6);

    assertThat(log).content().contains("OutOfMemory");
    assertTheLedgerIsThere(result);
  }
}
