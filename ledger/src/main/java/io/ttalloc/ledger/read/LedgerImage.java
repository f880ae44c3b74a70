package io.ttalloc.ledger.read;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.bytes.Damage;
import io.ttalloc.ledger.bytes.Header;
import io.ttalloc.ledger.bytes.LedgerFile;
import io.ttalloc.ledger.bytes.RecordStore;
import io.ttalloc.ledger.bytes.UnreadableLedgerException;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.ledger.record.RecordContext;
import io.ttalloc.ledger.record.RecordKinds;
import io.ttalloc.ledger.record.SpaceEntry;
import io.ttalloc.ledger.record.StatisticsRecord;
import io.ttalloc.ledger.record.SystemCodeRecord;
import io.ttalloc.ledger.record.TypeEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The content of a ledger at the time of reading. Everything but the slots is held in memory; slots
 * are streamed from the file, because there may be ten million of them.
 *
 * <p>Immutable except for {@link #add} and for the file that {@link #forEachSlot} reads.
 * Thread-safe after the last call of {@link #add}.
 */
public final class LedgerImage {
  private final Path path;
  private final LedgerFile.Source source;
  private final boolean live;
  private final Header header;
  private final RecordStore records;
  private final Dictionary dictionary;
  private final Map<Class<?>, List<Object>> rows = new HashMap<>();
  private final SystemCode systemCode;
  private final History history;
  private final Balance balance;
  private final Map<Integer, TallyEntry> tallies;
  private final Map<Integer, SlotEntry> owners;
  private final ProcessEntry process;
  private final MarksFile marks;
  private final SampledMarks sampledMarks;
  private final List<String> damage;

  /**
   * Reads a ledger.
   *
   * @param live whether the process may still write to it
   * @param probed the damage found so far, to which this constructor adds
   */
  LedgerImage(
      Path path,
      LedgerFile.Source source,
      LedgerReader reader,
      Liveness liveness,
      boolean live,
      Damage probed)
      throws IOException {
    this.path = path;
    this.source = source;
    this.live = live;
    try (LedgerFile file = source.open()) {
      header = Header.read(file, path);
      file.expect(header.segments(), probed);
      records = new RecordStore(live);
      records.load(file, probed);
      dictionary = new Dictionary(records);
      readRows(probed);
      systemCode = new SystemCode(rows(SystemCodeRecord.class));
      ProcessEntry running = reader.process(header, dictionary::text, liveness, live);
      history =
          History.read(
              records,
              file,
              live,
              reader.now(running, header, live),
              rows(SpaceEntry.class),
              probed);
      Map<Integer, TallyEntry> known = Tallies.read(records, dictionary);
      balance = Balance.of(running, header, known);
      SlotScan scan = scan(file, known, running);
      owners = owners(scan, file, probed);
      tallies = scan.sawUnknownTally() && !live ? Tallies.withUnknown(known) : known;
      marks = MarksFile.read(LedgerFiles.beside(path).marks(), running.clock().base());
      sampledMarks = SampledMarks.of(records, marks.counts());
      process =
          LastSign.added(running, history, marks, rows(StatisticsRecord.class), scan.latestNanos());
      damage = probed.sentences();
    }
  }

  private void readRows(Damage damage) {
    RecordContext context = new Context(dictionary, damage);
    records.forEach(
        record -> {
          Object row = RecordKinds.row(record, context);
          if (row != null) {
            add(row);
          }
        });
  }

  private record Context(Dictionary dictionary, Damage damage) implements RecordContext {
    @Override
    public String text(int id) {
      return dictionary.text(id);
    }

    @Override
    public @Nullable String textOrNull(int id) {
      return dictionary.textOrNull(id);
    }

    @Override
    public List<Frame> stack(int id) {
      return dictionary.stack(id);
    }

    @Override
    public TypeEntry type(int id) {
      return dictionary.type(id);
    }

    @Override
    public void ignored(String what) {
      damage.add(": " + what + " and is ignored");
    }
  }

  private SlotScan scan(LedgerFile file, Map<Integer, TallyEntry> tallies, ProcessEntry process) {
    SlotDecoder decoder = new SlotDecoder(records, dictionary, systemCode, file, path, live);
    return new SlotScan(file, decoder, tallies, live, process.lastOpeningNanos());
  }

  /** Finds the owners; adds defects of the slots to the damage. */
  private Map<Integer, SlotEntry> owners(SlotScan scan, LedgerFile file, Damage damage)
      throws IOException {
    Map<Integer, SlotEntry> found = new LinkedHashMap<>();
    scan.run(
        (state, type) -> state == SlotState.CLOSED_OWNER || type.owner() || type.holder(),
        slot -> found.put(slot.id().index(), slot));
    scan.report(damage);
    file.report(damage);
    balance.check(scan.open(), damage);
    return Collections.unmodifiableMap(found);
  }

  /** The process that wrote the ledger. */
  public ProcessEntry process() {
    return process;
  }

  /** Every tally by its id. */
  public Map<Integer, TallyEntry> tallies() {
    return tallies;
  }

  /** Every closed owner, and every resource whose type may own or hold others, by slot index. */
  public Map<Integer, SlotEntry> owners() {
    return owners;
  }

  /**
   * The rows of a table, in the order in which they were written.
   *
   * @param kind one of the classes of {@link io.ttalloc.ledger.record} that {@link RecordKinds#row}
   *     reads
   */
  @SuppressWarnings("unchecked") // The list of a class contains only its instances.
  public <E> List<E> rows(Class<E> kind) {
    return (List<E>) Collections.unmodifiableList(rows.getOrDefault(kind, List.of()));
  }

  /** Adds a row that this process has written since the ledger was read. */
  public void add(Object row) {
    rows.computeIfAbsent(row.getClass(), kind -> new ArrayList<>()).add(row);
  }

  /** The running totals per device and space, ordered by device, then space. */
  public List<DeviceEntry> devices() {
    List<DeviceEntry> devices = new ArrayList<>(rows(DeviceEntry.class));
    devices.sort(DeviceEntry.ORDER);
    return Collections.unmodifiableList(devices);
  }

  /** Misuses, in the order of their first occurrence. */
  public List<MisuseEntry> misuse() {
    return rows(MisuseEntry.class);
  }

  /** The marks, ordered by time. */
  public List<Mark> marks() {
    return marks.marks();
  }

  /** The counts of open resources at marks. */
  public SampledMarks sampledMarks() {
    return sampledMarks;
  }

  /** Recent events, ordered by time. */
  public List<EventEntry> events() {
    return history.events();
  }

  /** The relative time from which {@link #events} is complete; 0 if it contains all events. */
  public long eventsSinceNanos() {
    return history.sinceNanos();
  }

  /** The frames of the stack with the given id, innermost first; empty if there is none. */
  public List<Frame> stack(int stackId) {
    return dictionary.stack(stackId);
  }

  /** The number of events that could not be recorded, for each reason that occurred. */
  public Map<Loss, Long> losses() {
    return header.losses();
  }

  /** The number of events that could not be recorded. */
  public long dropped() {
    long sum = 0;
    for (long count : losses().values()) {
      sum += count;
    }
    return sum;
  }

  /** The number of errors inside the probe. */
  public long hookErrors() {
    return header.hookErrors();
  }

  /** The number of closes of objects whose opening was never seen. */
  public long unknownCloses() {
    return header.unknownCloses();
  }

  /** The damage found in the file, one sentence for each problem; empty if there is none. */
  public List<String> damage() {
    return damage;
  }

  /** The damage found in the marks file, one sentence for each problem; empty if there is none. */
  public List<String> marksDamage() {
    return marks.damage();
  }

  /**
   * Calls the visitor with every resource that is open, collected or a closed owner, in the order
   * of slot indexes. If many resources of a tally were collected, only some of them have a slot, as
   * examples. To count all of them, use {@link TallyEntry#collected}.
   *
   * @return defects of the file that are not in {@link #damage}; empty if there are none
   * @throws IOException if the file could not be read
   */
  public List<String> forEachSlot(Consumer<SlotEntry> visitor) throws IOException {
    Damage found = new Damage(path);
    try (LedgerFile file = source.open()) {
      Header now = Header.read(file, path);
      if (!now.start().equals(header.start())) {
        throw new UnreadableLedgerException(
            path + " is no longer the ledger that was read before: it has been replaced");
      }
      // The number of segments of a ledger never decreases.
      file.expect(Math.max(now.segments(), header.segments()), found);
      SlotScan scan = scan(file, tallies, process);
      scan.run((state, type) -> true, visitor);
      file.report(found);
      if (!live) {
        // The slots of a running process may have changed since the other records were read; in all
        // other cases, a difference is damage.
        scan.report(found);
        balance.check(scan.open(), found);
      }
    }
    List<String> more = new ArrayList<>(found.sentences());
    more.removeAll(damage);
    return List.copyOf(more);
  }
}
