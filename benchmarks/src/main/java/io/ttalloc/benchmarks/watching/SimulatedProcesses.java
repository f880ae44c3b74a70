package io.ttalloc.benchmarks.watching;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.slots.SlotBatch;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Tally;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Simulates many processes: writes the ledger of each with the agent's writer, holds its lock, and
 * closes and opens resources in every ledger ten times a second, until standard input ends.
 */
public final class SimulatedProcesses {
  private static final long FIRST_PID = 5_000_000;
  private static final int FRAMES = 24;
  private static final int DEVICES = 8;
  private static final int EVENTS = 65_536;
  private static final int CHANGES = 10;
  private static final long BYTES = 4_096;
  private static final long MILLI = 1_000_000;
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final LedgerWriter writer;
  private final LedgerLock lock;
  private final int space;
  private final List<Tally> tallies = new ArrayList<>();
  private final SlotBatch batch = new SlotBatch(SlotBatch.USUAL);
  private final Deque<Integer> open = new ArrayDeque<>();
  private long opened;

  private SimulatedProcesses(Path folder, int number, int stacks) throws IOException {
    long pid = FIRST_PID + number;
    long now = Instant.now().toEpochMilli();
    LedgerFiles files = LedgerFiles.fresh(folder, pid, now);
    lock = LedgerLock.hold(files.lock());
    files.createLedger();
    writer =
        new LedgerWriter(
            files.ledger().toFile(),
            new LedgerHeader(
                pid,
                now,
                System.nanoTime(),
                now * MILLI,
                "java -jar simulated-" + number + ".jar",
                "a JVM",
                false,
                true),
            EVENTS);
    space = writer.text("DRAM");
    int type = writer.type("buffer", "app.Buffer", RecordLayout.TYPE_HAS_BYTES, null, null, 0);
    for (int stack = 0; stack < stacks; stack++) {
      int[] frames = new int[FRAMES];
      for (int frame = 0; frame < FRAMES; frame++) {
        frames[frame] = writer.frame("app.Layer" + frame, "call", "Layer.java", stack + 1);
      }
      tallies.add(Objects.requireNonNull(writer.tally(type, writer.stack(frames))));
    }
  }

  /**
   * Arguments: the folder, the number of processes, and the numbers of resources and stacks for
   * each.
   */
  public static void main(String[] args) throws IOException {
    List<SimulatedProcesses> all = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      SimulatedProcesses one =
          new SimulatedProcesses(Path.of(args[0]), i, Integer.parseInt(args[3]));
      one.open(Integer.parseInt(args[2]));
      all.add(one);
    }
    System.out.println("ready");
    while (System.in.available() == 0) {
      all.forEach(SimulatedProcesses::change);
      LockSupport.parkNanos(PERIOD_NANOS);
    }
    for (SimulatedProcesses one : all) {
      one.lock.close();
    }
    Runtime.getRuntime().halt(0);
  }

  private void open(int count) {
    for (int i = 0; i < count; i++) {
      Tally tally = tallies.get((int) (opened % tallies.size()));
      int slot = 0;
      while (slot == 0) { // while the file grows
        slot = writer.slots().take(batch);
      }
      long now = writer.now();
      int device = (int) (opened % DEVICES);
      writer.slots().fill(slot, tally.id(), now, 0);
      writer
          .slots()
          .setRegion(
              slot,
              BYTES,
              (int) BYTES,
              BYTES * slot,
              device,
              space,
              0,
              SlotLayout.FLAG_HAS_DEVICE | SlotLayout.FLAG_HAS_ADDRESS);
      writer.devices().prepare(device, space);
      writer.devices().opened(writer.slots(), slot, space);
      tally.opened(0, false);
      writer.slots().publish(slot);
      writer.event(0, RecordLayout.EVENT_OPEN, 0, now, tally.id(), device, space, BYTES);
      open.add(slot);
      opened++;
    }
  }

  /** Closes the oldest resources, and opens the same number. */
  private void change() {
    for (int i = 0; i < CHANGES; i++) {
      int slot = open.remove();
      long number = opened - open.size() - 1;
      Tally tally = tallies.get((int) (number % tallies.size()));
      writer.devices().closed(writer.slots(), slot, space);
      tally.closed(0);
      tally.lived(0, writer.now() - writer.slots().openedNanos(slot));
      writer.slots().free(slot, batch);
      open(1);
    }
  }
}
