package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerHeader;
import io.ttalloc.ledger.LedgerWriter;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The probe, switched on over a real ledger for one test. */
final class Watched implements AutoCloseable, ProbeListener {
  final ProbeRules rules = new ProbeRules();
  final AtomicInteger failures = new AtomicInteger();

  /** An ordinary resource, one that owns, one that closes what it owns, a cache. */
  final int plain =
      rules.add(new ProbeRules.Type("plain", RecordLayout.TYPE_BY_CONSTRUCTOR, 0, false, null));

  final int owner =
      rules.add(new ProbeRules.Type("owner", RecordLayout.TYPE_OWNER, 0, false, null));
  final int freeing =
      rules.add(
          new ProbeRules.Type(
              "freeing", RecordLayout.TYPE_OWNER | RecordLayout.TYPE_FREES_OWNED, 0, false, null));
  final int cache =
      rules.add(new ProbeRules.Type("cache", RecordLayout.TYPE_HOLDER, 0, false, null));
  final int placed =
      rules.add(
          new ProbeRules.Type(
              "placed",
              RecordLayout.TYPE_BY_CONSTRUCTOR,
              SlotLayout.FLAG_HAS_ADDRESS | SlotLayout.FLAG_HAS_DEVICE,
              false,
              null));
  final int scope =
      rules.add(new ProbeRules.Scope(ProbeRules.ScopeKind.OWNER, "Test.scope", false));
  private final Path file;
  private final LedgerWriter writer;

  Watched(Path folder) throws IOException {
    this(folder, true);
  }

  Watched(Path folder, boolean stacks) throws IOException {
    this(folder, stacks, null);
  }

  Watched(Path folder, boolean stacks, @Nullable Trace trace) throws IOException {
    file = folder.resolve("test.ledger");
    LedgerHeader about =
        new LedgerHeader(4242, 1_000, System.nanoTime(), 2_000, "test", "JVM", false, stacks);
    writer = new LedgerWriter(file.toFile(), about, 1024);
    Probe.start(writer, rules, stacks, trace, this);
  }

  LedgerImage image() throws IOException {
    return LedgerReader.read(file, Liveness.OWN_PROCESS);
  }

  List<SlotEntry> slots() throws IOException {
    List<SlotEntry> all = new ArrayList<>();
    image().forEachSlot(all::add);
    all.removeIf(slot -> isWarmUp(slot.tally()));
    return all;
  }

  private static boolean isWarmUp(TallyEntry tally) {
    return tally.type().name().equals("(warm-up)");
  }

  long sum(ToLongFunction<TallyEntry> of) throws IOException {
    return image().tallies().values().stream()
        .filter(tally -> !isWarmUp(tally))
        .mapToLong(of)
        .sum();
  }

  @Override
  public void marked(String name) {}

  @Override
  public void failed(Throwable thrown) {
    failures.incrementAndGet();
  }

  @Override
  public void attributeThrew(Throwable thrown) {}

  @Override
  public void switchedOff(int errors) {}

  @Override
  public void close() throws InterruptedException {
    Probe.watchNoMore(10_000);
    Probe.stop();
    writer.ended();
  }
}
