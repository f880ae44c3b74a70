package io.ttalloc.natives.socket;

import io.ttalloc.natives.socket.accounting.Accounting;
import io.ttalloc.natives.socket.accounting.AllocationSnapshot;
import java.io.IOException;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Receives allocation reports from TT-Metal's processes until it is closed.
 *
 * <p>Input is not trusted: only processes of the same user may connect, malformed input closes only
 * the connection that it was sent on, and all tables are bounded. An application never waits for
 * the listener, only for the accounting, which takes about a microsecond per event.
 *
 * <p>Thread-safe.
 */
public final class AllocationServer implements AutoCloseable {
  private static final long MAX_END_SECONDS = 10;

  private final SocketFile file;
  private final Accounting accounting;
  private final ListenerThread listener;
  private final ServerLoop loop;
  private final Thread thread;
  private final Thread atShutdown = new Thread(this::close, "tt-alloc-socket-end");
  private final AtomicBoolean closed = new AtomicBoolean();

  private AllocationServer(ServerSettings settings, SocketFile file, Selector selector) {
    this.file = file;
    this.listener = new ListenerThread(settings.listener());
    this.accounting =
        new Accounting(
            settings.accounting(),
            settings.processes(),
            event -> listener.call(to -> to.accounted(event)));
    Answers answers = new Answers(accounting, settings.devices());
    this.loop =
        new ServerLoop(selector, file, accounting, answers, listener, settings.connections());
    this.thread = new Thread(loop, "tt-alloc-socket");
    thread.setDaemon(true);
  }

  /**
   * Starts listening. The socket and its file are removed by {@link #close} or when the JVM exits
   * normally.
   *
   * @throws IOException if another server is already listening on the path, the path is something
   *     other than a socket, or no socket can be created there; the message states the reason
   */
  public static AllocationServer start(ServerSettings settings) throws IOException {
    SocketFile file = SocketFile.listen(settings.path());
    try {
      AllocationServer server = new AllocationServer(settings, file, Selector.open());
      file.channel().configureBlocking(false);
      Runtime.getRuntime().addShutdownHook(server.atShutdown);
      server.listener.start();
      server.thread.start();
      return server;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** The path of the socket on which the server listens. */
  public Path path() {
    return file.path();
  }

  /** Returns the current allocations. */
  public AllocationSnapshot snapshot() {
    return accounting.snapshot();
  }

  /**
   * Stops the server: accounts for the messages that have arrived, notifies the listener, and
   * removes the socket. A second call does nothing.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    if (Thread.currentThread() != atShutdown) {
      removeShutdownHook();
    }
    loop.stop();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(MAX_END_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      file.close();
    } catch (IOException e) {
      String line = "cannot remove %s: %s".formatted(file.path(), e.getMessage());
      listener.call(to -> to.problem(line));
    }
    listener.finish();
  }

  private void removeShutdownHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(atShutdown);
    } catch (IllegalStateException e) {
      // The JVM is shutting down; the shutdown hook will find this server already closed.
    }
  }
}
