package io.ttalloc.ledger.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A ledger whose records are in memory and whose slots are read when they are asked for. */
record LoadedLedger(
    Path path,
    Header header,
    boolean live,
    RecordStore records,
    Dictionary dictionary,
    ProcessEntry process,
    Map<Integer, TallyEntry> tallies,
    Map<Integer, SlotEntry> owners,
    List<DeviceEntry> devices,
    List<StatisticsEntry> statistics,
    List<Mark> marks,
    List<MisuseEntry> misuse,
    List<CloseSiteEntry> closeSites,
    List<SiteName> siteNames,
    List<ThreadEntry> threads,
    List<EventEntry> events,
    long eventsSinceNanos,
    List<String> damage)
    implements LedgerImage {

  @Override
  public List<Frame> stack(int stackId) {
    return dictionary.stack(stackId);
  }

  @Override
  public long dropped() {
    return header.dropped();
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
  public void forEachSlot(Consumer<SlotEntry> visitor) throws IOException {
    try (LedgerFile file = LedgerFile.open(path)) {
      if (!Header.read(file, path).isSameLedgerAs(header)) {
        throw new UnreadableLedgerException(
            path + " is no longer the ledger that was read before: it was replaced meanwhile");
      }
      SlotDecoder decoder = new SlotDecoder(records, dictionary, file, path, live);
      new SlotScan(file, decoder, tallies, live).run((state, type) -> true, visitor);
    }
  }
}
