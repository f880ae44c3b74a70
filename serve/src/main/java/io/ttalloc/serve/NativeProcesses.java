package io.ttalloc.serve;

import io.ttalloc.natives.socket.AllocationPrinter;
import io.ttalloc.natives.socket.AllocationServer;
import io.ttalloc.natives.socket.ServerSettings;
import io.ttalloc.natives.socket.accounting.AllocationSnapshot;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The processes of TT-Metal itself, which have no ledger and tell of each allocation over a socket.
 * Thread-safe.
 */
final class NativeProcesses implements Closeable {
  private static final AllocationSnapshot NOTHING = new AllocationSnapshot(List.of(), 0, 0);

  private final @Nullable AllocationServer server;

  private NativeProcesses(@Nullable AllocationServer server) {
    this.server = server;
  }

  /** None are listened to. */
  static NativeProcesses none() {
    return new NativeProcesses(null);
  }

  /**
   * Listens at a socket. If that is not possible, because another server does so, one line says why
   * and the monitor goes on without.
   *
   * @param out gets the lines that TT-Metal's own server prints; called on another thread
   */
  static NativeProcesses at(Path socket, Consumer<String> out) {
    try {
      AllocationPrinter printer = new AllocationPrinter(out);
      return new NativeProcesses(AllocationServer.start(ServerSettings.of(socket, printer)));
    } catch (IOException e) {
      out.accept(
          "TT-Metal's own processes are not watched: " + e.getMessage() + "; the others are");
      return none();
    }
  }

  /** What they have allocated now. */
  AllocationSnapshot snapshot() {
    return server == null ? NOTHING : server.snapshot();
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }
}
