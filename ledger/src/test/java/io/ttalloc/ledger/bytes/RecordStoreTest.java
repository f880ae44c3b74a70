package io.ttalloc.ledger.bytes;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.LedgerBytes;
import io.ttalloc.ledger.record.Payload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads records while they are being written. */
class RecordStoreTest {
  @TempDir Path dir;
  private final LedgerBytes ledger = new LedgerBytes();

  /** A file that is changed before the second reading of a segment of records. */
  private static final class ChangingFile extends LedgerFile {
    private @Nullable Runnable change;

    ChangingFile(Path file) throws IOException {
      super(FileChannel.open(file, StandardOpenOption.READ));
      expect((int) (Files.size(file) / SEGMENT_BYTES), new Damage(file));
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      int found = super.read(into, position);
      Runnable task = change;
      if (into.capacity() == RecordStore.CHUNK_BYTES && task != null) {
        change = null;
        task.run();
      }
      return found;
    }
  }

  private Path write() throws IOException {
    return ledger.writeTo(dir.resolve("a.ledger"));
  }

  private RecordStore store(boolean live) {
    return new RecordStore(live);
  }

  private List<String> load(RecordStore records) throws IOException {
    Path path = write();
    Damage damage = new Damage(path);
    try (LedgerFile file = LedgerFile.open(path)) {
      file.expect((int) (Files.size(path) / SEGMENT_BYTES), damage);
      records.load(file, damage);
    }
    return damage.sentences();
  }

  private static @Nullable String text(RecordStore records, int id) {
    Payload found = records.find(id, RECORD_TEXT);
    return found == null ? null : found.text(100);
  }

  private static List<Integer> texts(RecordStore records) {
    List<Integer> ids = new ArrayList<>();
    records.forEach(
        record -> {
          if (record.kind() == RECORD_TEXT) {
            ids.add(record.id());
          }
        });
    return ids;
  }

  @Test
  void aRecordThatIsNotCommittedIsSkippedAndLaterOnesAreRead() throws IOException {
    for (boolean live : new boolean[] {false, true}) {
      int first = ledger.text("first");
      int late = ledger.text("late");
      ledger.commit(late, RECORD_UNCOMMITTED);
      int third = ledger.text("third");
      RecordStore records = store(live);
      assertThat(load(records)).isEmpty();
      assertThat(text(records, first)).isEqualTo("first");
      assertThat(text(records, late)).isNull();
      assertThat(text(records, third)).isEqualTo("third");
      assertThat(texts(records)).contains(first, third).doesNotContain(late);
    }
  }

  @Test
  void aRecordThatIsCommittedLateIsSeenByTheNextLoadAndNothingElseChanges() throws IOException {
    int first = ledger.text("first");
    int late = ledger.text("late");
    int later = ledger.text("later");
    ledger.commit(late, RECORD_UNCOMMITTED);
    ledger.commit(later, RECORD_UNCOMMITTED);
    int fourth = ledger.text("fourth");
    RecordStore records = store(true);
    load(records);
    Payload before = records.find(fourth, RECORD_TEXT);
    ledger.commit(later, RECORD_TEXT);
    int fifth = ledger.text("fifth");
    assertThat(load(records)).isEmpty();
    assertThat(text(records, late)).isNull();
    assertThat(text(records, later)).isEqualTo("later");
    ledger.commit(late, RECORD_TEXT);
    assertThat(load(records)).isEmpty();
    assertThat(text(records, late)).isEqualTo("late");
    assertThat(texts(records)).endsWith(first, late, later, fourth, fifth);
    assertThat(texts(records)).doesNotHaveDuplicates();
    assertThat(before).isNotNull();
    assertThat(before.text(100)).as("what was found before").isEqualTo("fourth");
  }

  @Test
  void aRecordThatBecomesPaddingIsNotFoundByALaterReader() throws IOException {
    int lost = ledger.text("second");
    RecordStore records = store(true);
    load(records);
    assertThat(text(records, lost)).isEqualTo("second");
    ledger.commit(lost, RECORD_PADDING);
    assertThat(load(store(true))).isEmpty();
    RecordStore anew = store(true);
    load(anew);
    assertThat(text(anew, lost)).isNull();
  }

  /**
   * A reader may see a record's kind even if the kind was stored after the payload had been read.
   */
  @Test
  void aRecordThatIsCommittedBetweenTheReadingsIsLeftToTheNextLoad() throws IOException {
    int late = ledger.text("late");
    ledger.commit(late, RECORD_UNCOMMITTED);
    int last = ledger.text("last");
    Path path = write();
    RecordStore records = store(true);
    try (ChangingFile file = new ChangingFile(path)) {
      file.change =
          () -> {
            ledger.commit(late, RECORD_TEXT);
            rewrite();
          };
      records.load(file, new Damage(path));
      assertThat(text(records, late)).isNull();
      assertThat(text(records, last)).isEqualTo("last");
      records.load(file, new Damage(path));
      assertThat(text(records, late)).isEqualTo("late");
    }
  }

  private void rewrite() {
    try {
      write();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void recordsThatWereReadStayWhenTheFileIsOverwrittenOrTruncated() throws IOException {
    int late = ledger.text("late");
    ledger.commit(late, RECORD_UNCOMMITTED);
    int broken = ledger.text("broken");
    int last = ledger.text("last");
    RecordStore records = store(true);
    load(records);
    ledger.putInt(broken * 8 + RECORD_LENGTH, -1);
    load(records);
    assertThat(text(records, last)).isEqualTo("last");
    assertThat(texts(records)).contains(broken, last);
    Path path = write();
    Files.write(path, Arrays.copyOf(ledger.toBytes(), SEGMENT_BYTES + 100));
    try (LedgerFile file = LedgerFile.open(path)) {
      file.expect(2, new Damage(path));
      records.load(file, new Damage(path));
    }
    assertThat(text(records, last)).isEqualTo("last");
    assertThat(texts(records)).contains(broken, last);
  }
}
