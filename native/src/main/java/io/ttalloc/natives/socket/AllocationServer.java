package io.ttalloc.natives.socket;

import io.ttalloc.natives.socket.accounting.Accounting;
import io.ttalloc.natives.socket.accounting.AllocationSnapshot;
import java.io.IOException;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Receives the reports of TT-Metal's processes on their allocations, until it is closed.
 *
 * <p>It trusts nothing that is sent: only processes of its own user may connect, bytes that are no
 * messages end only the connection that they came from, and whatever is kept is bounded. An
 * application never waits for the listener, only for the accounting, which takes about a
 * microsecond for an event.
 *
 * <p>Any thread may call any method.
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
   * Starts to listen. The socket and its file go away with {@link #close}, or when the JVM ends in
   * order.
   *
   * @throws IOException another server listens there already, something else is there, or no socket
   *     can be made there; the message says which
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

  /** The socket on which it listens. */
  public Path path() {
    return file.path();
  }

  /** Returns what is allocated now. */
  public AllocationSnapshot snapshot() {
    return accounting.snapshot();
  }

  /**
   * Accounts for all that has arrived, notifies the listener, and removes the socket. A second call
   * does nothing.
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
      // The JVM ends, and the hook finds this closed.
    }
  }
}
