package io.ttalloc.ledger.watch;

import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.LedgerContent;
import io.ttalloc.ledger.bytes.Damage;
import io.ttalloc.ledger.bytes.Header;
import io.ttalloc.ledger.bytes.LedgerFile;
import io.ttalloc.ledger.bytes.UnreadableLedgerException;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SingleRecords;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.ledger.record.Payload;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the counters of one ledger repeatedly: what was opened and closed, how much of each device
 * is used, and whether the process is still running. Reads no slots and no stacks, and reads each
 * immutable record only once, so that a reading takes well under a millisecond, however many
 * resources are open.
 *
 * <p>Keeps the file open: a ledger that its process deletes can still be read to the end. Trusts
 * nothing in the file, like {@link LedgerReader}. Not thread-safe.
 */
public final class LedgerWatch implements Closeable {
  private final Path path;
  private final LedgerFile file;
  private final Liveness liveness;
  private final LedgerReader reader = new LedgerReader(System::nanoTime, InstantSource.system());
  private final CounterRecords counters = new CounterRecords();
  private final SingleRecords records;
  private final Map<Integer, String> texts = new HashMap<>();

  /** The names of types by their ids; empty for types that are not counted. */
  private final Map<Integer, Optional<String>> types = new HashMap<>();

  private final Map<Integer, DeviceEntry> devicesBefore = new HashMap<>();
  private final EventTails events;
  private long latestNanos;

  private LedgerWatch(Path path, LedgerFile file, Liveness liveness) {
    this.path = path;
    this.file = file;
    this.liveness = liveness;
    this.records = new SingleRecords(file);
    this.events = new EventTails(file, records, this::text);
  }

  /**
   * Opens a ledger.
   *
   * @throws UnreadableLedgerException if there is no such file, or if it is not a regular file or
   *     may not be opened
   * @throws IOException if the file cannot be opened for another reason
   */
  public static LedgerWatch open(Path ledger) throws IOException {
    return new LedgerWatch(ledger, LedgerFile.open(ledger), Liveness.PROBE);
  }

  /**
   * Watches the ledger of this process, through its writer. The file need not exist any more.
   *
   * @param ledger the path where the file was created; used in messages
   */
  public static LedgerWatch ofOwn(LedgerContent content, Path ledger) {
    return new LedgerWatch(ledger, new LedgerFile(content), Liveness.OWN_PROCESS);
  }

  /**
   * Reads the current counters.
   *
   * @throws UnreadableLedgerException if this version can no longer read the file as a ledger
   * @throws IOException if the file cannot be read
   */
  public LedgerPulse read() throws IOException {
    try {
      // The lock is probed first, so that a process that ends during the reading counts as running.
      boolean live = liveness == Liveness.OWN_PROCESS || isRunning();
      Header header = Header.read(file, path);
      file.expect(header.segments(), new Damage(path));
      counters.find(file);
      Sums sums = new Sums();
      counters.forEachTally(file, sums::addTally);
      counters.forEachDevice(file, sums::addDevice);
      sums.devices.sort(DeviceEntry.ORDER);
      ProcessEntry process = reader.process(header, this::text, liveness, live);
      latestNanos = process.clock().readAtNanos() + EventEntry.SLACK_NANOS;
      return new LedgerPulse(
          process,
          List.copyOf(sums.types.values()),
          List.copyOf(sums.devices),
          header.losses(),
          header.hookErrors(),
          header.unknownCloses());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Reads the events recorded since the last call, as far as the rings still hold them. Must be
   * called after {@link #read}.
   *
   * @param limits the maximum number of events to return; if there are more, the latest are
   *     returned and the others are only counted
   * @throws IOException if the file cannot be read
   */
  public RecentEvents readEvents(EventLimits limits) throws IOException {
    try {
      return events.read(counters, latestNanos, limits);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private boolean isRunning() {
    try {
      return LedgerLock.isHeld(LedgerFiles.beside(path).lock());
    } catch (IOException e) {
      // If this cannot be determined, the process is assumed to be running, as in every other
      // reader.
      return true;
    }
  }

  private String text(int id) {
    String known = texts.get(id);
    if (known == null) {
      known = records.textUnchecked(id);
      texts.put(id, known);
    }
    return known;
  }

  /**
   * The name of a type; empty if its resources are not counted, which applies to caches and to
   * resources that the probe itself opens.
   */
  private Optional<String> countedType(int id) {
    Optional<String> known = types.get(id);
    if (known == null) {
      try {
        int flags = records.word(id, RECORD_TYPE, TYPE_FLAGS);
        boolean counted = (flags & (TYPE_HOLDER | TYPE_INTERNAL)) == 0;
        known =
            counted
                ? Optional.of(text(records.word(id, RECORD_TYPE, TYPE_NAME)))
                : Optional.empty();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      types.put(id, known);
    }
    return known;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private final class Sums {
    private final Map<String, TypeCounts> types = new LinkedHashMap<>();
    private final List<DeviceEntry> devices = new ArrayList<>();

    void addTally(Payload record) {
      Optional<String> type = countedType(record.getInt(TALLY_TYPE));
      if (type.isPresent()) {
        TypeCounts counts =
            new TypeCounts(
                type.get(),
                TallyEntry.sum(record, COUNT_OPENED),
                TallyEntry.sum(record, COUNT_CLOSED),
                TallyEntry.sum(record, COUNT_COLLECTED),
                record.getCount(TALLY_HOLLOW));
        types.merge(counts.type(), counts, TypeCounts::plus);
      }
    }

    void addDevice(Payload record) {
      DeviceEntry read = DeviceEntry.read(record, LedgerWatch.this::text);
      if (read != null) {
        // Keeps counters from decreasing: the fields of a row are not read atomically, and a
        // resource that moves is subtracted before it is added again.
        DeviceEntry before = devicesBefore.getOrDefault(record.id(), read);
        DeviceEntry device = read.notLessThan(before);
        devicesBefore.put(record.id(), device);
        devices.add(device);
      }
    }
  }
}
