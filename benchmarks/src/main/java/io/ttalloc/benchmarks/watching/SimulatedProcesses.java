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
 * Simulates many processes: writes a ledger for each with the agent's writer. Some of the processes
 * have ended. For the processes that are running, holds the locks of the ledgers, and closes, opens
 * and loses resources in them ten times a second, until standard input ends.
 */
public final class SimulatedProcesses {
  private static final long FIRST_PID = 5_000_000;
  private static final int FRAMES = 24;
  private static final int DEVICES = 8;
  private static final int EVENTS = 65_536;
  private static final int CHANGES = 10;
  private static final int TURNS_PER_LOSS = 10;

  /**
   * The number of stacks in the ledger of an ended process: the typical number of places in the
   * code at which a very leaky program leaks.
   */
  private static final int STACKS_OF_ENDED = 20;

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

  /**
   * What is simulated.
   *
   * @param running the number of processes whose ledgers change
   * @param live the number of open resources of each running process
   * @param ended the number of processes that have ended
   * @param left the number of resources that each ended process left open
   * @param stacks the number of stacks in the ledger of each running process
   * @param loses whether each running process loses a resource a second, and every second ended
   *     process lost the resources that it left open
   */
  record Extent(int running, int live, int ended, int left, int stacks, boolean loses) {
    List<String> arguments() {
      return List.of(
          Integer.toString(running),
          Integer.toString(live),
          Integer.toString(ended),
          Integer.toString(left),
          Integer.toString(stacks),
          Boolean.toString(loses));
    }

    static Extent of(List<String> arguments) {
      return new Extent(
          Integer.parseInt(arguments.get(0)),
          Integer.parseInt(arguments.get(1)),
          Integer.parseInt(arguments.get(2)),
          Integer.parseInt(arguments.get(3)),
          Integer.parseInt(arguments.get(4)),
          Boolean.parseBoolean(arguments.get(5)));
    }
  }

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
        frames[frame] = writer.frame("app.Layer" + frame, "call" + stack, "Layer.java", stack + 1);
      }
      tallies.add(Objects.requireNonNull(writer.tally(type, writer.stack(frames))));
    }
  }

  /** Arguments: the folder and the {@link Extent}. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    Extent extent = Extent.of(List.of(args).subList(1, args.length));
    for (int i = 0; i < extent.ended; i++) {
      SimulatedProcesses one = new SimulatedProcesses(folder, extent.running + i, STACKS_OF_ENDED);
      one.open(extent.left);
      one.end(extent.loses && i % 2 == 0);
    }
    List<SimulatedProcesses> all = new ArrayList<>();
    for (int i = 0; i < extent.running; i++) {
      SimulatedProcesses one = new SimulatedProcesses(folder, i, extent.stacks);
      one.open(extent.live);
      all.add(one);
    }
    System.out.println("ready");
    for (int turn = 1; System.in.available() == 0; turn++) {
      boolean loses = extent.loses && turn % TURNS_PER_LOSS == 0;
      all.forEach(one -> one.change(loses));
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
      while (slot == 0) { // 0 while the file is being extended
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

  /** Closes the oldest resources and opens the same number of new ones; may also lose one. */
  private void change(boolean loses) {
    for (int i = 0; i < CHANGES; i++) {
      int slot = open.remove();
      Tally tally = tallyOfOldest();
      writer.devices().closed(writer.slots(), slot, space);
      tally.closed(0);
      tally.lived(0, writer.now() - writer.slots().openedNanos(slot));
      writer.slots().free(slot, batch);
      open(1);
    }
    if (loses) {
      open(1);
      lose();
    }
  }

  /** Records that the oldest resource was garbage collected. */
  private void lose() {
    writer.slots().setState(open.remove(), SlotLayout.STATE_COLLECTED);
    tallyOfOldest().collected(0);
  }

  /** The tally of the resource that was just removed. */
  private Tally tallyOfOldest() {
    long number = opened - open.size() - 1;
    return tallies.get((int) (number % tallies.size()));
  }

  private void end(boolean loses) throws IOException {
    while (loses && !open.isEmpty()) {
      lose();
    }
    writer.ending();
    writer.ended();
    lock.close();
  }
}
