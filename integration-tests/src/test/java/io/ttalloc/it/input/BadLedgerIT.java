package io.ttalloc.it.input;

import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.ledger.LedgerLayout;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the messages of {@code ./tt-alloc dump} about a damaged ledger from a real run. */
class BadLedgerIT {

  /** The folder with the original ledger, which is created once. Each test damages a copy. */
  @TempDir private static Path shared;

  @TempDir private Path folder;

  private Path ledger;

  @BeforeEach
  void copyALedger() throws Exception {
    Path original = shared.resolve("original.ledger");
    if (!Files.exists(original)) {
      TrackedRun tracked = TrackedRun.in(shared).rules(RunsOn.RULES);
      tracked.on(Jdks.ofThisBuild()).main(Leaves.class).run().expectSuccess();
      Files.copy(tracked.ledgers().ledgers().get(0), original);
    }
    ledger = Files.copy(original, folder.resolve("x.ledger"));
  }

  @Test
  void aWholeOneIsReported() throws Exception {
    assertThat(dump(ledger).expectSuccess().out())
        .startsWith("tt-alloc: 1 LEAK: 1 open, 7 B (1 thing), at ");
  }

  @Test
  void aTruncatedOneIsReadAsFarAsItGoesAndTheReportSaysSo() throws Exception {
    long whole = Files.size(ledger);
    // Cuts the file after the header and the first half of the records.
    long left = 3L * SEGMENT_BYTES / 2;
    truncate(left);

    JvmResult result = dump(ledger).expectSuccess();

    assertThat(result.out())
        .contains(
            "confidence LOW: damaged ledger: %s is truncated: found %d bytes, expected %d; the rest is missing"
                .formatted(ledger, left, whole))
        .startsWith("tt-alloc: NOT JUDGED: the ledger is damaged. In the readable part, ");
    assertThat(result.err()).isEmpty();
  }

  @Variant
  @Test
  void oneWithoutAHeaderIsRefused() throws Exception {
    truncate(100);

    assertRefused(" is not a ledger: found 100 bytes, expected a header of 216 bytes");
  }

  @Test
  void anEmptyOneIsRefused() throws Exception {
    truncate(0);

    assertRefused(" is not a ledger: found 0 bytes, expected a header of 216 bytes");
  }

  @Variant
  @Test
  void aForeignFileIsRefused() throws Exception {
    Files.writeString(ledger, "something else ".repeat(1000));

    assertRefused(" is not a ledger: it begins with 73 6f 6d 65 74 68 69 6e, expected ");
  }

  @Variant
  @Test
  void aNewerOneIsRefused() throws Exception {
    int newer = LedgerLayout.VERSION + 1;
    try (FileChannel file = FileChannel.open(ledger, StandardOpenOption.WRITE)) {
      ByteBuffer version = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
      file.write(version.putInt(0, newer), LedgerLayout.HEADER_VERSION);
    }

    assertRefused(
        " was written by a newer version of tt-alloc (format %d; this version reads format %d)\n"
            .formatted(newer, LedgerLayout.VERSION));
  }

  @Variant
  @Test
  void aMissingOneIsRefused() throws Exception {
    Files.delete(ledger);

    JvmResult result = dump(ledger).expectStatus(1);

    assertThat(result.err())
        .contains(
            "'%s' is not a file, expected a process id or the path of a ledger or of a folder with ledgers"
                .formatted(ledger));
    assertThat(result.out()).isEmpty();
  }

  private void assertRefused(String why) {
    JvmResult result = dump(ledger).expectStatus(1);

    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith("tt-alloc: " + ledger + why).hasLineCount(1);
  }

  private void truncate(long bytes) throws IOException {
    try (FileChannel file = FileChannel.open(ledger, StandardOpenOption.WRITE)) {
      file.truncate(bytes);
    }
  }

  private static JvmResult dump(Path ledger) {
    return Monitor.here("dump", ledger.toString());
  }

  /** Leaves a thing open. */
  static final class Leaves {
    private static final RunsOn.Thing KEPT = new RunsOn.Thing();

    private Leaves() {}

    public static void main(String[] args) {
      Stream.of(KEPT).forEach(thing -> System.out.println(thing.size()));
    }
  }
}
