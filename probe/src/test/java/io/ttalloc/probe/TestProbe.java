package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.hook.DeferredEvents;
import io.ttalloc.probe.own.EarlyHoldings;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeRules.ScopeKind;
import io.ttalloc.probe.rule.ProbeType;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The probe, switched on with a real ledger for one test. Calls the hooks like woven code, and
 * shows what the real reader finds in the ledger.
 */
final class TestProbe extends TestListener implements AutoCloseable {
  /** A resource with the field that the agent weaves into classes. */
  static class WithField implements Cloneable {
    // The probe finds the field by name.
    transient @Nullable Object $ttAllocResource;

    @Override
    public WithField clone() {
      try {
        return (WithField) super.clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static final long JOIN_MILLIS = 300_000;

  final ProbeRules rules = new ProbeRules();

  final int plain = type("plain", 0, 0);

  /** Opened only by constructors. */
  final int made = type("made", RecordLayout.TYPE_BY_CONSTRUCTOR, 0);

  final int idempotent = rules.add(new ProbeType("idempotent", 0, 0, true, null));

  /** A type whose closed resources cannot be misused. */
  final int forgotten =
      rules.add(
          new ProbeType(
              "forgotten",
              "forgotten",
              RecordLayout.TYPE_UNKNOWN_CLOSE_IGNORED,
              0,
              true,
              null,
              ProbeType.LIMIT_NOT_SAID,
              false,
              true,
              new String[0],
              java.util.List.of()));

  final int owner = type("owner", RecordLayout.TYPE_OWNER, 0);

  /** A type of owners whose close also closes their children. */
  final int freeing = type("freeing", RecordLayout.TYPE_OWNER | RecordLayout.TYPE_FREES_OWNED, 0);

  final int cache = type("cache", RecordLayout.TYPE_HOLDER, 0);

  /** A type whose rule records a location. */
  final int placed = type("placed", 0, SlotLayout.FLAG_HAS_ADDRESS | SlotLayout.FLAG_HAS_DEVICE);

  final int scope = scope(ScopeKind.OWNER, "Test.scope", false);
  final int constructor = scope(ScopeKind.OWNER, "Test.new", true);
  final int infrastructure = scope(ScopeKind.INFRASTRUCTURE, "Test.own", false);
  final int reclaiming = scope(ScopeKind.RECLAIM, "Test.clean", false);

  private final Queue<Object> reachable = new ConcurrentLinkedQueue<>();
  private final Path file;
  final LedgerWriter writer;
  private final Recorder recorder;

  TestProbe(Path folder) throws IOException {
    this(folder, true);
  }

  TestProbe(Path folder, boolean stacks) throws IOException {
    file = folder.resolve("test.ledger");
    LedgerHeader about =
        new LedgerHeader(4242, 1_000, System.nanoTime(), 2_000, "test", "JVM", false, stacks);
    writer = new LedgerWriter(file.toFile(), about, 1024);
    Probe.prepare(writer, rules, stacks, this);
    Probe.begin();
    recorder = Objects.requireNonNull(Probe.recorder);
  }

  int type(String name, int flags, int slotFlags) {
    return rules.add(new ProbeType(name, flags, slotFlags, false, null));
  }

  int scope(ScopeKind kind, String name, boolean ofConstructor) {
    return rules.add(new ProbeRules.Scope(kind, name, ofConstructor));
  }

  /** Opens a new resource that has the field. */
  WithField open(int rule) {
    return open(rule, 0);
  }

  /** Opens a resource with the given number of bytes, which identifies it in the ledger. */
  WithField open(int rule, long bytes) {
    WithField resource = new WithField();
    open(resource, rule, bytes);
    return resource;
  }

  void open(Object resource, int rule, long bytes) {
    keep(resource);
    Hooks.opened(resource, rule, bytes, 0, 0, 0, null, null, true, false, null, null);
  }

  /** Keeps an object reachable until {@link #letGo}. */
  void keep(Object object) {
    reachable.add(object);
  }

  /** Releases all kept objects, so that they may be collected. */
  void letGo() {
    reachable.clear();
  }

  /** Opens a resource in a scope of an owner. */
  WithField openIn(Object owner, int rule, long bytes) {
    int token = Hooks.scopeEntered(owner, scope);
    WithField resource = open(rule, bytes);
    Hooks.scopeExited(token, scope, owner);
    return resource;
  }

  /** Whether the next event of an object would find the object's resource. */
  boolean isFound(Object object) {
    return recorder.resources.find(object) != null;
  }

  /** Calls the hook that follows a method by which a resource was moved to another device. */
  static void move(Object resource, int rule, int device) {
    long kept = ProbeType.NOT_READ;
    Hooks.updated(resource, rule, kept, kept, kept, device, null, null, null, 0);
  }

  static void close(Object resource, int rule) {
    Hooks.closed(resource, Hooks.closing(resource, rule), null);
  }

  static void closeFailing(Object resource, int rule) {
    Hooks.closed(resource, Hooks.closing(resource, rule), new IllegalStateException("no"));
  }

  /** The additions to caches that were made before the object or the cache was opened. */
  EarlyHoldings early() {
    return recorder.early;
  }

  /** Adds an event of a resource that another thread is opening; the next hook records it. */
  void defer(DeferredEvents.Event event) {
    assertThat(recorder.deferred.add(event)).isTrue();
  }

  /**
   * Stops the recording of collected objects by the probe's thread, so that only the test records
   * them.
   */
  void recordCollectedHere() throws InterruptedException {
    assertThat(Probe.watchNoMore(JOIN_MILLIS)).isTrue();
  }

  /** Simulates the collection of an unreachable object. */
  static void collect(WithField resource) {
    assertThat(resource.$ttAllocResource).isInstanceOf(Reference.class);
    assertThat(((Reference<?>) resource.$ttAllocResource).enqueue()).isTrue();
    // The collector may have enqueued other references, such as those of the warm-up.
    assertThat(Probe.recordCollected()).isPositive();
  }

  LedgerImage image() throws IOException {
    return LedgerReader.read(file, Liveness.OWN_PROCESS);
  }

  /** Every resource that has a slot in the ledger. */
  List<SlotEntry> slots() throws IOException {
    List<SlotEntry> all = new ArrayList<>();
    assertThat(image().forEachSlot(all::add)).isEmpty();
    all.removeIf(slot -> isWarmUp(slot.tally()));
    return all;
  }

  /** The only resource with the given number of bytes. */
  SlotEntry slot(long bytes) throws IOException {
    List<SlotEntry> found = slots();
    found.removeIf(slot -> slot.bytes() != bytes);
    assertThat(found).as("resources of %d bytes", bytes).hasSize(1);
    return found.get(0);
  }

  /** The bytes of every resource that has a slot, in ascending order. */
  List<Long> bytesOfSlots() throws IOException {
    return slots().stream().map(SlotEntry::bytes).sorted().toList();
  }

  /** The bytes of the owner of a resource; 0 if it has none. */
  long ownerOf(long bytes) throws IOException {
    return bytesOf(slot(bytes).ownership().owner());
  }

  /** The bytes of the cache that holds a resource; 0 if none does. */
  long holderOf(long bytes) throws IOException {
    SlotEntry.Held held = slot(bytes).ownership().held();
    return held == null ? 0 : bytesOf(held.holder());
  }

  private long bytesOf(SlotEntry.Id id) throws IOException {
    List<SlotEntry> found = slots();
    found.removeIf(slot -> !slot.id().equals(id));
    assertThat(found).hasSize(id == null ? 0 : 1);
    return id == null ? 0 : found.get(0).bytes();
  }

  private static boolean isWarmUp(TallyEntry tally) {
    return tally.type().name().equals("(warm-up)");
  }

  /** The tallies of the test's own resources. */
  List<TallyEntry> tallies() throws IOException {
    return image().tallies().values().stream().filter(tally -> !isWarmUp(tally)).toList();
  }

  long sum(ToLongFunction<TallyEntry> of) throws IOException {
    return tallies().stream().mapToLong(of).sum();
  }

  long sum(String type, ToLongFunction<TallyEntry> of) throws IOException {
    return sum(tally -> tally.type().name().equals(type) ? of.applyAsLong(tally) : 0);
  }

  long misuses(MisuseKind kind) throws IOException {
    return image().misuse().stream()
        .filter(misuse -> misuse.kind() == kind)
        .mapToLong(MisuseEntry::count)
        .sum();
  }

  @Override
  public void close() throws InterruptedException {
    // Even if this probe has switched itself off, its thread would report errors to the next probe.
    assertThat(recorder.collected.end(JOIN_MILLIS)).isTrue();
    Probe.stop();
    writer.ended();
  }
}
