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
 * Reads the counters of one ledger again and again: what was opened and closed, by how much each
 * device is used, and whether the process still runs. Reads no slot and no stack, and each record
 * that does not change only once, so that a reading takes well under a millisecond however much is
 * open.
 *
 * <p>Keeps the file open: a ledger that its process deletes can still be read to the end. Trusts
 * nothing in the file, as {@link LedgerReader}. Not thread-safe.
 */
public final class LedgerWatch implements Closeable {
  private final Path path;
  private final LedgerFile file;
  private final Liveness liveness;
  private final LedgerReader reader = new LedgerReader(System::nanoTime, InstantSource.system());
  private final CounterRecords counters = new CounterRecords();
  private final Map<Integer, String> texts = new HashMap<>();

  /** The names of types by their ids; empty for those that do not count. */
  private final Map<Integer, Optional<String>> types = new HashMap<>();

  private final Map<Integer, DeviceEntry> devicesBefore = new HashMap<>();
  private final EventTails events;
  private long latestNanos;

  private LedgerWatch(Path path, LedgerFile file, Liveness liveness) {
    this.path = path;
    this.file = file;
    this.liveness = liveness;
    this.events = new EventTails(file, this::text);
  }

  /**
   * Opens a ledger.
   *
   * @throws UnreadableLedgerException this is no ledger that this version can read
   * @throws IOException the file cannot be opened
   */
  public static LedgerWatch open(Path ledger) throws IOException {
    return new LedgerWatch(ledger, LedgerFile.open(ledger), Liveness.PROBE);
  }

  /**
   * Watches the ledger that this process writes, through its writer. The file need not exist any
   * more.
   *
   * @param ledger where the file was created; messages name it by this path
   */
  public static LedgerWatch ofOwn(LedgerContent content, Path ledger) {
    return new LedgerWatch(ledger, new LedgerFile(content), Liveness.OWN_PROCESS);
  }

  /**
   * Reads what the counters say now.
   *
   * @throws UnreadableLedgerException the file is no longer a ledger that this version can read
   * @throws IOException the file cannot be read
   */
  public LedgerPulse read() throws IOException {
    try {
      // Probed first: a process that ends during the reading is read as a running one.
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
   * Reads what was recorded since the last call, as far as the rings of recent events hold it; to
   * be called after {@link #read}.
   *
   * @param limits how many events to return, the latest ones; the others are counted
   * @throws IOException the file cannot be read
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
      // As for any other reader: it cannot be known, so the process is assumed to run.
      return true;
    }
  }

  private String text(int id) {
    String known = texts.get(id);
    if (known == null) {
      known = new SingleRecords(file).textUnchecked(id);
      texts.put(id, known);
    }
    return known;
  }

  /** The name of a type, unless it does not count: caches do not, nor does the probe's own. */
  private Optional<String> countedType(int id) {
    Optional<String> known = types.get(id);
    if (known == null) {
      CounterRecords.TypeHead type = counters.type(file, id);
      boolean counted = (type.flags() & (TYPE_HOLDER | TYPE_INTERNAL)) == 0;
      known = counted ? Optional.of(text(type.name())) : Optional.empty();
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
        // A row is not read at one moment, and a resource that moves is taken back first.
        DeviceEntry before = devicesBefore.getOrDefault(record.id(), read);
        DeviceEntry device = read.notLessThan(before);
        devicesBefore.put(record.id(), device);
        devices.add(device);
      }
    }
  }
}
