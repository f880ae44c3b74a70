package io.ttalloc.natives;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.ttalloc.natives.regions.RegionPublisher;
import io.ttalloc.natives.regions.RegionReader;
import io.ttalloc.natives.socket.AllocationPrinter;
import io.ttalloc.natives.socket.AllocationServer;
import io.ttalloc.natives.socket.ServerSettings;
import io.ttalloc.natives.socket.accounting.AllocationSnapshot;
import io.ttalloc.natives.socket.accounting.MemoryKind;
import io.ttalloc.natives.socket.accounting.MemoryKind.Family;
import io.ttalloc.natives.socket.accounting.MemoryRow;
import io.ttalloc.natives.socket.accounting.ProcessRow;
import io.ttalloc.serve.NativeMonitoring;
import io.ttalloc.serve.WatchedNatives;
import io.ttalloc.watch.DeviceUse;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.natives.NativeState;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Watches TT-Metal's own processes, which report each allocation over a socket and maintain
 * counters in memory regions.
 */
final class WatchedTtMetal implements WatchedNatives {
  private static final AllocationSnapshot NOTHING = new AllocationSnapshot(List.of(), 0, 0);

  private final @Nullable AllocationServer server;
  private final Supplier<NativeState> regions;
  private final @Nullable RegionPublisher publisher;
  private final LedgerDevices ledgerDevices;
  private final Consumer<String> out;

  private WatchedTtMetal(
      @Nullable AllocationServer server,
      LedgerDevices ledgerDevices,
      Supplier<NativeState> regions,
      @Nullable RegionPublisher publisher,
      Consumer<String> out) {
    this.server = server;
    this.ledgerDevices = ledgerDevices;
    this.regions = regions;
    this.publisher = publisher;
    this.out = out;
  }

  /**
   * Starts watching.
   *
   * @param regions reads the state of the memory regions
   * @param out receives the lines that TT-Metal's own server would print, and problems; also called
   *     on another thread
   */
  static WatchedTtMetal start(
      NativeMonitoring.Settings settings, Supplier<NativeState> regions, Consumer<String> out) {
    LedgerDevices devices = new LedgerDevices();
    AllocationServer server = settings.listens() ? server(settings, devices, out) : null;
    RegionPublisher publisher =
        settings.publishes()
            ? new RegionPublisher(
                Objects.requireNonNullElse(settings.regions(), RegionReader.DEFAULT_FOLDER),
                Clock.systemUTC())
            : null;
    return new WatchedTtMetal(server, devices, regions, publisher, out);
  }

  /**
   * Starts the server. Prints one line and returns null if it cannot start, for example because
   * another server is already listening.
   */
  private static @Nullable AllocationServer server(
      NativeMonitoring.Settings settings, LedgerDevices devices, Consumer<String> out) {
    try {
      return AllocationServer.start(
          ServerSettings.of(
                  Objects.requireNonNullElse(settings.socket(), ServerSettings.DEFAULT_PATH),
                  new AllocationPrinter(out))
              .devices(devices));
    } catch (IOException e) {
      out.accept(
          "cannot watch TT-Metal's own processes: "
              + e.getMessage()
              + "; other processes are still watched");
      return null;
    }
  }

  private AllocationSnapshot snapshot() {
    return server == null ? NOTHING : server.snapshot();
  }

  @Override
  public NativeState state() {
    return SocketProcesses.of(snapshot()).with(regions.get());
  }

  @Override
  public List<MetricSnapshot> metrics() {
    return NativeMetrics.of(snapshot(), regions.get());
  }

  /** The memory use of devices. Spaces have the same names as in ledgers. */
  @Override
  public List<DeviceUse> devices() {
    List<DeviceUse> uses = new ArrayList<>();
    for (ProcessRow process : snapshot().processes()) {
      for (MemoryRow row : process.memory()) {
        if (!process.ended() && row.kind().family() != Family.KERNEL && row.live() > 0) {
          uses.add(use(row));
        }
      }
    }
    return uses;
  }

  private static DeviceUse use(MemoryRow row) {
    boolean circular = row.kind() == MemoryKind.CB;
    return new DeviceUse(
        row.device(),
        circular ? MemoryKind.L1.name() : row.kind().name(),
        row.liveBytes(),
        row.peakBytes(),
        row.opened(),
        row.closed(),
        null,
        new DeviceUse.Reported(row.liveBytes(), circular ? row.liveBytes() : 0, 0, 0, 0, null));
  }

  @Override
  public long open() {
    return snapshot().activeAllocations();
  }

  @Override
  public long ended() {
    return snapshot().ended();
  }

  @Override
  public void publish(MachineState machine) {
    ledgerDevices.update(machine);
    if (publisher != null) {
      publisher.publish(ModelledChips.of(machine)).forEach(out);
    }
  }

  @Override
  public void close() {
    if (publisher != null) {
      publisher.close();
    }
    if (server != null) {
      server.close();
    }
  }
}
