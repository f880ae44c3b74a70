package io.ttalloc.natives.socket;

import io.ttalloc.natives.processes.ProcessTable;
import io.ttalloc.natives.socket.accounting.AccountingLimits;
import io.ttalloc.natives.socket.accounting.AllocationListener;
import java.nio.file.Path;

/**
 * The settings of an allocation server.
 *
 * @param path the socket to which clients connect
 * @param listener notified of events
 * @param devices additional information on devices
 * @param processes used to detect that processes have ended
 * @param accounting the limits of the tables
 * @param connections the maximum number of simultaneous connections; any further connection is
 *     closed immediately
 */
public record ServerSettings(
    Path path,
    AllocationListener listener,
    DeviceSource devices,
    ProcessTable processes,
    AccountingLimits accounting,
    int connections) {

  /** The path at which TT-Metal's processes look for the server. */
  public static final Path DEFAULT_PATH = Path.of("/tmp/tt_allocation_server.sock");

  private static final int CONNECTIONS = 1_024;

  /** Settings with defaults for everything else. */
  public static ServerSettings of(Path path, AllocationListener listener) {
    return new ServerSettings(
        path,
        listener,
        DeviceSource.none(),
        ProcessTable.ofThisMachine(),
        AccountingLimits.DEFAULT,
        CONNECTIONS);
  }

  public ServerSettings devices(DeviceSource source) {
    return new ServerSettings(path, listener, source, processes, accounting, connections);
  }

  public ServerSettings processes(ProcessTable table) {
    return new ServerSettings(path, listener, devices, table, accounting, connections);
  }

  public ServerSettings accounting(AccountingLimits limits) {
    return new ServerSettings(path, listener, devices, processes, limits, connections);
  }

  public ServerSettings connections(int atMost) {
    return new ServerSettings(path, listener, devices, processes, accounting, atMost);
  }
}
