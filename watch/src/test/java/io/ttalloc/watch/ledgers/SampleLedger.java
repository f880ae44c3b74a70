package io.ttalloc.watch.ledgers;

import io.ttalloc.ledger.LedgerLayout;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.record.StatisticsRecord;
import io.ttalloc.ledger.slots.SlotBatch;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Tally;
import io.ttalloc.testing.Await;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The ledger of a process that need not exist, written by the real writer. */
public final class SampleLedger {
  private static final long SECOND = 1_000_000_000;
  private static final long RESOURCE_BYTES = 64;
  private static final long HOUR = 3_600 * SECOND;
  private static final String GROWTH = "tt-alloc-growth";

  private final LedgerFiles files;
  private final LedgerWriter writer;

  /** The threads that extend the file before it is full. */
  private final List<Thread> growth = new ArrayList<>();

  private final SlotBatch batch = new SlotBatch(1);
  private boolean shared;
  private int lastOnDevice;
  private long limit;

  private SampleLedger(LedgerFiles files, LedgerHeader header) throws IOException {
    this.files = files;
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    writer = new LedgerWriter(files.ledger().toFile(), header, 1_024);
    growth.addAll(Thread.getAllStackTraces().keySet());
    growth.removeIf(thread -> before.contains(thread) || !thread.getName().equals(GROWTH));
  }

  /**
   * Creates a ledger that began an hour ago by the monotonic clock. The times of events are
   * relative to this beginning, and must not be in the future, because a reader omits resources
   * that a running process seems to have opened in the future.
   */
  public static SampleLedger of(Path folder, long pid, Instant started, String command)
      throws IOException {
    LedgerFiles files = LedgerFiles.fresh(folder, pid, started.toEpochMilli());
    files.createLedger();
    LedgerHeader header =
        new LedgerHeader(
            pid,
            started.toEpochMilli(),
            System.nanoTime() - HOUR,
            started.toEpochMilli() * 1_000_000,
            command,
            "a JVM",
            false,
            true);
    return new SampleLedger(files, header);
  }

  /** Sets how long resources that are opened after this call may be open. */
  public SampleLedger limit(long nanos) {
    limit = nanos;
    return this;
  }

  /**
   * Sets whether resources that are opened on devices after this call share their addresses with
   * others of the same type.
   */
  public SampleLedger shared(boolean shares) {
    this.shared = shares;
    return this;
  }

  /** Opens a resource of 64 bytes and leaves it open. */
  public SampleLedger open(String type, long atSeconds) {
    return open(type, atSeconds, 0, 0);
  }

  /** Opens a resource whose 64 bytes are at an address. */
  public SampleLedger openAt(String type, long address) {
    return open(type, 1, address, SlotLayout.FLAG_HAS_ADDRESS);
  }

  /** Opens a resource in a space of a device, and records the free memory of the space. */
  public SampleLedger openOn(int device, String space, String type, long freeBytes) {
    int slot = take();
    int spaceId = writer.text(space);
    Tally tally = tally(type);
    int flags = SlotLayout.FLAG_HAS_DEVICE | SlotLayout.FLAG_HAS_ADDRESS;
    flags |= shared ? SlotLayout.FLAG_SHARED : 0;
    writer.slots().fill(slot, tally.id(), SECOND, 0);
    long address = 0x1000 + (shared ? 0 : RESOURCE_BYTES * slot);
    writer
        .slots()
        .setRegion(slot, RESOURCE_BYTES, (int) RESOURCE_BYTES, address, device, spaceId, 0, flags);
    writer.devices().prepare(device, spaceId);
    writer.devices().opened(writer.slots(), slot, spaceId);
    tally.opened(0, false);
    tally.openedBytes(0, RESOURCE_BYTES);
    writer.slots().publish(slot);
    lastOnDevice = slot;
    new StatisticsRecord(1, SECOND, device, null, space, RESOURCE_BYTES, freeBytes, freeBytes)
        .write(writer, false);
    return this;
  }

  /** Closes the resource that was opened last on a device. */
  public SampleLedger closeLastOn(String space, String type) {
    writer.devices().closed(writer.slots(), lastOnDevice, writer.text(space));
    tally(type).closed(0);
    writer.slots().free(lastOnDevice, batch);
    return this;
  }

  /** Opens a resource and closes it after the given time. */
  public SampleLedger closed(String type, long lifetimeNanos) {
    Tally tally = tally(type);
    tally.opened(0, false);
    tally.closed(0);
    tally.lived(0, lifetimeNanos);
    return this;
  }

  private Tally tally(String type) {
    int typeId = writer.type(type, "a." + type, RecordLayout.TYPE_HAS_BYTES, null, null, limit);
    return Objects.requireNonNull(writer.tally(typeId, 0));
  }

  private int take() {
    int[] slot = {0};
    Await.until(
        () -> (slot[0] = writer.slots().take(batch)) != 0); // 0 while the file is being extended
    return slot[0];
  }

  /** Counts an event that was dropped because the file could not grow. */
  public SampleLedger cannotGrow() {
    writer.dropped(Loss.CANNOT_GROW);
    return this;
  }

  /** Opens a resource that claims to hold the given number of bytes. */
  public SampleLedger holding(long bytes) {
    return open("block", 1, 0, 0, bytes);
  }

  private SampleLedger open(String type, long atSeconds, long address, int flags) {
    return open(type, atSeconds, address, flags, RESOURCE_BYTES);
  }

  /** Opens a cache and leaves it open. */
  public SampleLedger openCache(String type) {
    int typeId = writer.type(type, "a." + type, RecordLayout.TYPE_HOLDER, null, null, limit);
    return open(Objects.requireNonNull(writer.tally(typeId, 0)), 1, 0, 0, 0);
  }

  private SampleLedger open(String type, long atSeconds, long address, int flags, long bytes) {
    return open(tally(type), atSeconds, address, flags, bytes);
  }

  private SampleLedger open(Tally tally, long atSeconds, long address, int flags, long bytes) {
    int slot = take();
    writer.slots().fill(slot, tally.id(), atSeconds * SECOND, 0);
    writer.slots().setRegion(slot, bytes, (int) RESOURCE_BYTES, address, 0, 0, 0, flags);
    tally.opened(0, false);
    tally.openedBytes(0, RESOURCE_BYTES);
    writer.slots().publish(slot);
    writer.event(
        0, RecordLayout.EVENT_OPEN, 0, atSeconds * SECOND, tally.id(), 0, 0, RESOURCE_BYTES);
    return this;
  }

  /** Ends the process normally; its file no longer changes. */
  public LedgerFiles ended(long atSeconds) {
    writer.ended(atSeconds * SECOND);
    for (Thread thread : growth) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    return files;
  }

  /** Kills the process, so that its ledger does not record its end. */
  public LedgerFiles killed() throws IOException {
    ended(0);
    try (RandomAccessFile file = new RandomAccessFile(files.ledger().toFile(), "rw")) {
      file.seek(LedgerLayout.HEADER_ENDED);
      file.writeInt(0);
    }
    return files;
  }

  /** The files of a process that has not ended yet. */
  public LedgerFiles files() {
    return files;
  }

  /** Makes the process run until the returned lock is closed. */
  public LedgerLock running() throws IOException {
    return LedgerLock.hold(files.lock());
  }
}
