package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.write.TestLedger;
import io.ttalloc.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process reads its own ledger through the ledger's writer. */
class LedgerContentTest {
  @TempDir Path dir;

  private static List<Long> bytesOfSlots(LedgerImage image) throws IOException {
    List<Long> found = new ArrayList<>();
    assertThat(image.forEachSlot(slot -> found.add(slot.bytes()))).isEmpty();
    return found;
  }

  private TestLedger oneOpen() throws IOException {
    TestLedger ledger = new TestLedger(dir);
    ledger.open(ledger.tally());
    ledger.writer.ended();
    return ledger;
  }

  @Test
  void aFileThatWasRemovedIsRead() throws IOException {
    TestLedger ledger = oneOpen();
    Files.delete(ledger.path);
    LedgerImage image = LedgerReader.readOwn(ledger.writer.content(), ledger.path);
    assertThat(image.process().ended()).isEqualTo(ProcessEntry.Ended.EXIT);
    assertThat(image.damage()).isEmpty();
    assertThat(bytesOfSlots(image)).containsExactly(64L);
  }

  @Test
  void aFileThatWasReplacedIsNotReadInstead() throws IOException {
    TestLedger ledger = oneOpen();
    Files.delete(ledger.path);
    Files.writeString(ledger.path, "something else");
    LedgerImage image = LedgerReader.readOwn(ledger.writer.content(), ledger.path);
    assertThat(bytesOfSlots(image)).containsExactly(64L);
  }

  @Test
  void aThreadThatIsInterruptedReadsItAndStaysInterrupted() throws IOException {
    TestLedger ledger = oneOpen();
    Thread.currentThread().interrupt();
    LedgerImage image = LedgerReader.readOwn(ledger.writer.content(), ledger.path);
    List<Long> found = bytesOfSlots(image);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(found).containsExactly(64L);
    assertThat(ledger.writer.content().size()).isGreaterThanOrEqualTo(3L * SEGMENT_BYTES);
  }

  @Test
  void readsIntoTheRestOfAnyBufferUpToTheEndOfTheFile() throws IOException {
    LedgerContent content = oneOpen().writer.content();
    ByteBuffer expected = ByteBuffer.allocate(8).putLong(0x54_54_41_4c_4c_4f_43_0aL).flip();
    for (ByteBuffer into : List.of(ByteBuffer.allocate(16), ByteBuffer.allocateDirect(16))) {
      into.position(4).limit(12);
      assertThat(content.read(into, 0)).isEqualTo(8);
      assertThat(into.flip().position(4)).isEqualTo(expected);
      into.clear();
      assertThat(content.read(into, content.size() - 3)).isEqualTo(3);
      assertThat(into.position()).isEqualTo(3);
      assertThat(content.read(into, content.size())).isEqualTo(-1);
    }
  }

  @Test
  void aFileThatWasCutIsShorterAndDamaged() throws IOException {
    int segments = 4;
    TestLedger ledger = new TestLedger(dir, 0, segments);
    ledger.open(ledger.tally());
    // The file is at its limit, so that it does not grow again after it was truncated.
    Await.until(() -> publishedSegments(ledger.writer.content()) == segments);
    ledger.writer.ended();
    try (FileChannel channel = FileChannel.open(ledger.path, StandardOpenOption.WRITE)) {
      channel.truncate(SEGMENT_BYTES);
    }
    LedgerImage image = LedgerReader.readOwn(ledger.writer.content(), ledger.path);
    assertThat(image.damage())
        .contains(
            ledger.path
                + " is truncated: found 1048576 bytes, expected 4194304; the rest is missing");
  }

  /**
   * The number of segments in the header, which readers compare with the length of the file. The
   * file grows before this number does.
   */
  private static int publishedSegments(LedgerContent content) {
    ByteBuffer number = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    try {
      assertThat(content.read(number, LedgerLayout.HEADER_SEGMENTS)).isEqualTo(Integer.BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return number.flip().getInt();
  }
}
