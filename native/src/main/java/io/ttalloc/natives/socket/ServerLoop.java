package io.ttalloc.natives.socket;

import io.ttalloc.natives.socket.accounting.Accounting;
import io.ttalloc.natives.socket.accounting.RemainingAllocations;
import io.ttalloc.natives.socket.wire.MalformedStreamException;
import io.ttalloc.natives.socket.wire.Stride;
import io.ttalloc.natives.socket.wire.WireMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.attribute.UserPrincipal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;

/**
 * Accepts connections, reads from them in turn, accounts for the messages, and answers queries, all
 * on one thread.
 */
final class ServerLoop implements Runnable {
  private static final int BUFFER_BYTES = 1 << 16;

  /** A query of uncertain length counts as complete if no more bytes arrive within this time. */
  private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The time limit for draining input at shutdown. */
  private static final long LAST_READS_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final Selector selector;
  private final ServerSocketChannel server;
  private final UserPrincipal owner;
  private final Accounting accounting;
  private final Answers answers;
  private final ListenerThread listener;
  private final ConnectionProblems connectionProblems;
  private final int maxConnections;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final Set<Connection> awaitingSilence = new LinkedHashSet<>();
  private int connections;
  private int lastNumber;
  private boolean fullTold;
  private long nextCheckNanos;
  private volatile boolean stopping;

  ServerLoop(
      Selector selector,
      SocketFile file,
      Accounting accounting,
      Answers answers,
      ListenerThread listener,
      int maxConnections) {
    this.selector = selector;
    this.server = file.channel();
    this.owner = file.owner();
    this.accounting = accounting;
    this.answers = answers;
    this.listener = listener;
    this.connectionProblems =
        new ConnectionProblems(line -> listener.call(to -> to.problem(line)), System::nanoTime);
    this.maxConnections = maxConnections;
  }

  /** Asks the loop to end. Thread-safe. */
  void stop() {
    stopping = true;
    selector.wakeup();
  }

  @Override
  public void run() {
    try (selector) {
      try {
        loop();
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        problem("the allocation socket has failed and is closed: " + e);
      } finally {
        // Done even after a failure, so that no client waits for a server that no longer reads.
        selector.keys().forEach(this::closeAtEnd);
        connectionProblems.finish();
      }
    } catch (IOException e) {
      problem("the allocation socket could not be closed: " + e);
    }
  }

  private void loop() throws IOException {
    SelectionKey accepting = server.register(selector, SelectionKey.OP_ACCEPT);
    nextCheckNanos = System.nanoTime() + CHECK_NANOS;
    while (!stopping) {
      selector.select(Math.max(1, timeoutNanos() / MILLI));
      turn();
      if (System.nanoTime() - nextCheckNanos >= 0) {
        nextCheckNanos = System.nanoTime() + CHECK_NANOS;
        accounting.check(System.nanoTime());
        connectionProblems.check();
        accepting.interestOps(
            SelectionKey.OP_ACCEPT); // disabled earlier if file descriptors ran out
      }
    }
    long end = System.nanoTime() + LAST_READS_NANOS;
    while (selector.selectNow() > 0 && System.nanoTime() - end < 0) {
      turn();
    }
  }

  private long timeoutNanos() {
    long untilCheck = nextCheckNanos - System.nanoTime();
    return awaitingSilence.isEmpty() ? untilCheck : Math.min(untilCheck, SILENCE_NANOS / 4);
  }

  /** Serves each ready connection once. */
  private void turn() {
    for (SelectionKey key : selector.selectedKeys()) {
      if (!key.isValid()) {
        continue;
      }
      if (key.isAcceptable()) {
        accept(key);
      } else {
        serve(key, (Connection) key.attachment());
      }
    }
    selector.selectedKeys().clear();
    long now = System.nanoTime();
    for (Connection connection : List.copyOf(awaitingSilence)) {
      if (now - connection.restSinceNanos() > SILENCE_NANOS) {
        awaitingSilence.remove(connection);
        serveSilent(connection, now);
      }
    }
  }

  private void accept(SelectionKey key) {
    try {
      SocketChannel channel = server.accept();
      if (channel == null) {
        return;
      }
      if (connections >= maxConnections) {
        channel.close();
        tellFull();
        return;
      }
      UserPrincipal peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
      if (!peer.equals(owner)) {
        channel.close();
        refused("it comes from user %s, expected %s".formatted(peer.getName(), owner.getName()));
        return;
      }
      channel.configureBlocking(false);
      connections++;
      Connection connection =
          new Connection(++lastNumber, channel, accounting.join(), this::message);
      channel.register(selector, SelectionKey.OP_READ, connection);
    } catch (IOException e) {
      // Most likely there are no file descriptors left. Waiting clients are accepted after the next
      // check, within a second.
      key.interestOps(0);
      problem("cannot accept a connection: " + e.getMessage());
    }
  }

  /** Reports the limit only once, since a program that opens too many connections keeps trying. */
  private void tellFull() {
    if (!fullTold) {
      fullTold = true;
      refused(
          String.format(
              Locale.ROOT,
              "the maximum number of connections (%,d) has been reached",
              maxConnections));
    }
  }

  private void refused(String reason) {
    connectionProblems.add("a connection was refused: " + reason);
  }

  private void serve(SelectionKey key, Connection connection) {
    try {
      boolean open = !key.isReadable() || connection.read(buffer, System.nanoTime());
      key.interestOps(connection.send());
      if (!open) {
        close(connection);
      } else if (connection.awaitsSilence()) {
        awaitingSilence.add(connection);
      } else {
        awaitingSilence.remove(connection);
      }
    } catch (MalformedStreamException e) {
      closeMalformed(connection, e);
    } catch (IOException e) {
      close(connection); // the process has ended without reading an answer
    } catch (RuntimeException e) {
      closeFailed(connection, e);
    }
  }

  private void serveSilent(Connection connection, long now) {
    SelectionKey key = connection.channel().keyFor(selector);
    try {
      connection.quiet(now);
      if (key != null && key.isValid()) {
        key.interestOps(connection.send());
      }
    } catch (MalformedStreamException e) {
      closeMalformed(connection, e);
    } catch (IOException e) {
      close(connection);
    } catch (RuntimeException e) {
      closeFailed(connection, e);
    }
  }

  private void message(Connection from, WireMessage message) {
    switch (message.type()) {
      case QUERY, DEVICE_INFO_QUERY -> {
        Stride stride = from.stride();
        if (stride != null) { // always true: a query is delivered only once its length is known
          from.answer(answers.to(message).encode(stride));
        }
      }
      case DUMP_REMAINING -> dump(accounting.remaining(false, message.pid()));
      case DUMP_KERNELS -> dump(accounting.remaining(true, message.pid()));
      default -> accounting.account(from.participant(), message, System.nanoTime());
    }
  }

  private void dump(RemainingAllocations remaining) {
    listener.call(to -> to.dumpRequested(remaining));
  }

  private void closeMalformed(Connection connection, MalformedStreamException e) {
    connectionProblems.add(
        "connection %d: %s; closed".formatted(connection.number(), e.getMessage()));
    close(connection);
  }

  /**
   * Closes a connection after an unexpected exception, such as one thrown by a {@link
   * DeviceSource}, which is implemented outside this package.
   */
  private void closeFailed(Connection connection, RuntimeException e) {
    connectionProblems.add("connection %d: %s; closed".formatted(connection.number(), e));
    close(connection);
  }

  private void close(Connection connection) {
    awaitingSilence.remove(connection);
    connections--;
    try {
      connection.channel().close();
    } catch (IOException e) {
      // Nothing is lost: everything that was read has been accounted for.
    }
    tellIgnored(connection);
    accounting.leave(connection.participant());
  }

  private void tellIgnored(Connection connection) {
    long more = accounting.rejectedUnreported(connection.participant());
    if (more > 0) {
      problem(
          String.format(
              Locale.ROOT,
              "connection %d: further messages ignored: %,d",
              connection.number(),
              more));
    }
  }

  private void closeAtEnd(SelectionKey key) {
    if (key.isValid() && key.attachment() instanceof Connection connection) {
      tellIgnored(connection);
    }
    try {
      key.channel().close();
    } catch (IOException e) {
      // Ignored, because the server is ending.
    }
  }

  private void problem(String line) {
    listener.call(to -> to.problem(line));
  }
}
