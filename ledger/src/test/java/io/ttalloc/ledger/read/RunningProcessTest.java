package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.TYPE_OWNER;
import static io.ttalloc.ledger.SlotLayout.*;
import static io.ttalloc.ledger.read.LedgerBytes.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.bytes.ReadProgress;
import io.ttalloc.ledger.record.Frame;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningProcessTest {
  private static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int SLOTS = 3 * 64;
  private static final int OPEN_AT_A_TIME = 40;
  private static final int PASSES = 500;
  private static final long READ_AT = 5_000;

  @TempDir Path dir;
  private volatile boolean stop;

  /** Every field of a slot, of its extension and of its label is derived from one number. */
  @Test
  void aSlotIsConsistentHoweverFastItIsReused() throws Exception {
    LedgerBytes ledger = new LedgerBytes();
    int tally = ledger.tally(ledger.type("buffer", "B", 0), 0);
    int[] slots = new int[SLOTS];
    for (int i = 0; i < SLOTS; i++) {
      slots[i] = ledger.takeSlot();
    }
    Path file = ledger.writeTo(dir.resolve("a.ledger"));
    ByteBuffer mapped;
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
    }
    mapped.order(ByteOrder.LITTLE_ENDIAN);
    Thread writer = new Thread(() -> openAndClose(mapped, slots, tally));
    writer.start();
    long seen = 0;
    try {
      LedgerImage image = LedgerReader.read(file, Liveness.OWN_PROCESS);
      for (int pass = 0; pass < PASSES || seen == 0; pass++) {
        List<SlotEntry> found = new ArrayList<>();
        image.forEachSlot(found::add);
        found.forEach(RunningProcessTest::checkWhole);
        seen += found.size();
      }
    } finally {
      stop = true;
      writer.join();
    }
    assertThat(seen).isPositive();
  }

  private static void checkWhole(SlotEntry slot) {
    long number = slot.bytes();
    assertThat(slot.place().address()).isEqualTo(3 * number);
    assertThat(slot.opened().nanos()).isEqualTo(number + 1);
    assertThat(slot.place().extentBytes()).isEqualTo(number & 0xFFFF_FFFFL);
    // Half of the slots have no extension, because the checks of an extension would hide a missing
    // check of the slot.
    SlotEntry.GivenUp expected =
        number % 2 == 0 ? null : new SlotEntry.GivenUp((int) number, 0, 7 * number, null);
    assertThat(slot.ownership().givenUp()).as("extension of %s", slot).isEqualTo(expected);
    assertThat(slot.label()).isEqualTo(number % 2 == 0 ? null : "label " + number);
  }

  private void openAndClose(ByteBuffer mapped, int[] slots, int tally) {
    List<Integer> free = new ArrayList<>();
    for (int slot : slots) {
      free.add(slot);
    }
    ArrayDeque<int[]> open = new ArrayDeque<>();
    Random random = new Random(1);
    for (long number = 1; !stop; number++) {
      int[] taken = new int[3];
      for (int i = 0; i < taken.length; i++) {
        taken[i] = free.remove(random.nextInt(free.size()));
      }
      open(mapped, taken, tally, number);
      open.add(taken);
      if (open.size() > OPEN_AT_A_TIME) {
        for (int slot : open.remove()) {
          int at = slot(slot) + SLOT_STATE;
          INT.setRelease(mapped, at, mapped.getInt(at) & ~STATE_MASK);
          free.add(slot);
        }
        VarHandle.fullFence();
      }
    }
  }

  private static void open(ByteBuffer mapped, int[] taken, int tally, long number) {
    int piece = slot(taken[2]);
    byte[] label = ("label " + number).getBytes(StandardCharsets.UTF_8);
    mapped.putInt(piece + PIECE_NEXT, 0);
    mapped.putInt(piece + PIECE_LENGTH, label.length);
    mapped.put(piece + PIECE_TEXT, label);
    publish(mapped, piece, STATE_EXTENSION);
    int facts = slot(taken[1]);
    mapped.putInt(facts + EXTENSION_LABEL, taken[2]);
    for (int word = EXTENSION_HOLDER; word < SLOT_BYTES; word += 4) {
      mapped.putInt(facts + word, 0);
    }
    mapped.putInt(facts + EXTENSION_HOLDER_GENERATION, (int) number);
    mapped.putLong(facts + EXTENSION_CLOSED_NANOS, 7 * number);
    publish(mapped, facts, STATE_EXTENSION);
    int at = slot(taken[0]);
    for (int word = SLOT_TALLY; word < SLOT_BYTES; word += 4) {
      mapped.putInt(at + word, 0);
    }
    mapped.putInt(at + SLOT_TALLY, tally);
    mapped.putLong(at + SLOT_BYTES_HELD, number);
    mapped.putLong(at + SLOT_ADDRESS, 3 * number);
    mapped.putLong(at + SLOT_OPENED_NANOS, number + 1);
    mapped.putInt(at + SLOT_EXTENT, (int) number);
    mapped.putInt(at + SLOT_EXTENSION, number % 2 == 0 ? 0 : taken[1]);
    publish(mapped, at, STATE_OPEN);
  }

  private static void publish(ByteBuffer mapped, int at, int state) {
    int generation = (mapped.getInt(at) >>> GENERATION_SHIFT) + 1 & GENERATION_MASK;
    INT.setRelease(mapped, at, generation << GENERATION_SHIFT | state);
  }

  @Test
  void findsTextsAndStacksThatWereRecordedDuringTheReading() throws IOException {
    LedgerBytes ledger = new LedgerBytes();
    int tally = ledger.tally(0, 0);
    ledger.open(tally, 1);
    Path file = ledger.writeTo(dir.resolve("a.ledger"));
    LedgerImage image = LedgerReader.read(file, Liveness.OWN_PROCESS);
    int slot = ledger.open(tally, 2);
    ledger.putInt(slot(slot) + SLOT_THREAD, ledger.text("pool-7"));
    int facts = ledger.extend(slot);
    int stack = ledger.stack(ledger.frame("a.B", "close", null, 3));
    ledger.putInt(slot(facts) + EXTENSION_CLOSE_STACK, stack);
    ledger.writeTo(file);
    List<SlotEntry> found = new ArrayList<>();
    image.forEachSlot(found::add);
    assertThat(found).extracting(each -> each.opened().thread()).containsExactly("?", "pool-7");
    assertThat(image.stack(stack)).containsExactly(new Frame("a.B", "close", null, 3));
  }

  @Test
  void leavesOutResourcesThatAreNewerThanTheTallies() throws IOException {
    LedgerBytes ledger = new LedgerBytes();
    ledger.open(ledger.tally(0, 0), 1);
    Path file = ledger.writeTo(dir.resolve("a.ledger"));
    LedgerImage image = LedgerReader.read(file, Liveness.OWN_PROCESS);
    ledger.open(ledger.tally(0, 0), 2);
    ledger.writeTo(file);
    List<SlotEntry> found = new ArrayList<>();
    image.forEachSlot(found::add);
    assertThat(found).extracting(SlotEntry::bytes).containsExactly(1L);
    assertThat(image.damage()).isEmpty();
  }

  /**
   * If the second pass saw resources that the first pass did not see, it might find views without
   * the memory to which they refer.
   */
  @Test
  void everyPassLeavesOutWhatWasOpenedAfterTheReading() throws IOException {
    LedgerBytes ledger = new LedgerBytes();
    int owner = ledger.tally(ledger.type("owner", "O", TYPE_OWNER), 0);
    int plain = ledger.tally(ledger.type("plain", "P", 0), 0);
    openAt(ledger, owner, READ_AT);
    openAt(ledger, plain, READ_AT);
    openAt(ledger, owner, READ_AT + 1);
    openAt(ledger, plain, READ_AT + 1);
    Path file = ledger.writeTo(dir.resolve("a.ledger"));
    LedgerReader reader =
        new LedgerReader(
            () -> LedgerBytes.CLOCK_BASE_NANOS + READ_AT, InstantSource.fixed(Instant.EPOCH));
    LedgerImage image = reader.readNow(file, Liveness.OWN_PROCESS, ReadProgress.NONE);
    List<SlotEntry> found = new ArrayList<>();
    image.forEachSlot(found::add);
    assertThat(image.owners()).hasSize(1);
    assertThat(found).extracting(slot -> slot.opened().nanos()).containsExactly(READ_AT, READ_AT);
  }

  private static void openAt(LedgerBytes ledger, int tally, long nanos) {
    int slot = ledger.open(tally, 1);
    ledger.putLong(slot(slot) + SLOT_OPENED_NANOS, nanos);
  }
}
