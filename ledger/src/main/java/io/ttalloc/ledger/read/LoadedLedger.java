package io.ttalloc.ledger.read;

import io.ttalloc.ledger.Loss;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** A ledger whose records are in memory and whose slots are read on demand. */
record LoadedLedger(
    Path path,
    LedgerFile.Source source,
    Header header,
    boolean live,
    RecordStore records,
    Dictionary dictionary,
    Balance balance,
    ProcessEntry process,
    Map<Integer, TallyEntry> tallies,
    Map<Integer, SlotEntry> owners,
    Rows rows,
    History history,
    List<Mark> marks,
    SampledMarks sampledMarks,
    List<String> damage,
    List<String> marksDamage)
    implements LedgerImage {

  @Override
  public List<DeviceEntry> devices() {
    return rows.devices();
  }

  @Override
  public List<StatisticsEntry> statistics() {
    return rows.statistics();
  }

  @Override
  public List<MisuseEntry> misuse() {
    return rows.misuse();
  }

  @Override
  public List<CloseSiteEntry> closeSites() {
    return rows.closeSites();
  }

  @Override
  public List<SiteName> siteNames() {
    return rows.siteNames();
  }

  @Override
  public List<OriginEntry> origins() {
    return rows.origins();
  }

  @Override
  public Map<String, Set<String>> superTypes() {
    return rows.superTypes();
  }

  @Override
  public Set<String> notWoven() {
    return rows.notWoven();
  }

  @Override
  public List<HolderClass> holderClasses() {
    return rows.holderClasses();
  }

  @Override
  public List<ThreadEntry> threads() {
    return rows.threads();
  }

  @Override
  public List<GuardEntry> guards() {
    return rows.guards();
  }

  @Override
  public List<EventEntry> events() {
    return history.events();
  }

  @Override
  public long eventsSinceNanos() {
    return history.sinceNanos();
  }

  @Override
  public List<Frame> stack(int stackId) {
    return dictionary.stack(stackId);
  }

  @Override
  public Map<Loss, Long> losses() {
    return header.losses();
  }

  @Override
  public long hookErrors() {
    return header.hookErrors();
  }

  @Override
  public long unknownCloses() {
    return header.unknownCloses();
  }

  @Override
  public List<String> forEachSlot(Consumer<SlotEntry> visitor) throws IOException {
    Damage found = new Damage(path);
    try (LedgerFile file = source.open()) {
      Header now = Header.read(file, path);
      if (!now.isSameLedgerAs(header)) {
        throw new UnreadableLedgerException(
            path + " is no longer the ledger that was read before: it was replaced meanwhile");
      }
      // A ledger never has fewer segments than before.
      file.expect(Math.max(now.segments(), header.segments()), found);
      SlotDecoder decoder =
          new SlotDecoder(records, dictionary, rows.systemCode(), file, path, live);
      SlotScan scan = new SlotScan(file, decoder, tallies, live, process.lastOpeningNanos());
      scan.run((state, type) -> true, visitor);
      file.report(found);
      if (!live) {
        // A running process may have changed the slots since; otherwise nothing may have changed.
        scan.report(found);
        balance.check(scan.open(), found);
      }
    }
    List<String> more = new ArrayList<>(found.sentences());
    more.removeAll(damage);
    return List.copyOf(more);
  }
}
