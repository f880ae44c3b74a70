package io.ttalloc.it.packs.ways;

import static io.ttalloc.it.packs.ways.SocketWays.ANY_PORT;
import static io.ttalloc.it.packs.ways.Way.way;

import io.ttalloc.it.packs.ways.Way.Judged;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Ways to open asynchronous channels and their groups. */
public final class AsyncWays implements Ways {
  private static final String SOCKET = "asynchronous socket channel";
  private static final String SERVER_SOCKET = "asynchronous server socket channel";

  private static final List<Way> ALL =
      List.of(
          way(
              "AsynchronousSocketChannel.open()",
              SOCKET,
              place -> AsynchronousSocketChannel.open()),
          way(
              "AsynchronousSocketChannel.connect",
              SOCKET,
              place -> {
                try (AsynchronousServerSocketChannel server = server()) {
                  return connectedTo(server.getLocalAddress());
                }
              }),
          way(
              "AsynchronousServerSocketChannel.accept(), at once",
              SOCKET,
              place -> {
                try (AsynchronousServerSocketChannel server = server();
                    AsynchronousSocketChannel ignored = connectedTo(server.getLocalAddress())) {
                  return server.accept().get();
                }
              }),
          way(
                  "AsynchronousServerSocketChannel.accept(), later",
                  SOCKET,
                  place -> {
                    try (AsynchronousServerSocketChannel server = server()) {
                      Future<AsynchronousSocketChannel> accepting = server.accept();
                      try (AsynchronousSocketChannel ignored =
                          connectedTo(server.getLocalAddress())) {
                        return accepting.get();
                      }
                    }
                  })
              .judged(Judged.LEAK_OF_NOBODY),
          way(
                  "AsynchronousSocketChannel.connect that is refused",
                  SOCKET,
                  place -> {
                    SocketAddress closed;
                    try (AsynchronousServerSocketChannel server = server()) {
                      closed = server.getLocalAddress();
                    }
                    AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
                    try {
                      channel.connect(closed).get();
                      throw new AssertionError("connected");
                    } catch (ExecutionException expected) {
                      return Way.nothingOpen(
                          channel); // the JDK closes a channel that cannot connect
                    }
                  })
              .resources(0),
          way(
              "an AsynchronousSocketChannel that its peer has closed",
              SOCKET,
              place -> {
                try (AsynchronousServerSocketChannel server = server()) {
                  AsynchronousSocketChannel channel = connectedTo(server.getLocalAddress());
                  server.accept().get().close();
                  if (channel.read(ByteBuffer.allocate(1)).get() != -1) {
                    throw new AssertionError("not closed by the peer");
                  }
                  return channel;
                }
              }),
          way(
                  "an AsynchronousSocketChannel whose group was shut down",
                  SOCKET,
                  place -> {
                    Group made = new Group();
                    AsynchronousSocketChannel channel = AsynchronousSocketChannel.open(made.group);
                    made.close();
                    return Way.nothingOpen(channel);
                  })
              .resources(0),
          way("AsynchronousServerSocketChannel.open().bind", SERVER_SOCKET, place -> server()),
          way(
              "AsynchronousServerSocketChannel.open()",
              SERVER_SOCKET,
              place -> AsynchronousServerSocketChannel.open()),
          way(
              "AsynchronousChannelGroup.withFixedThreadPool",
              "asynchronous channel group",
              place -> new Group()));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static AsynchronousServerSocketChannel server() throws Exception {
    return AsynchronousServerSocketChannel.open().bind(ANY_PORT);
  }

  private static AsynchronousSocketChannel connectedTo(SocketAddress address) throws Exception {
    AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
    Object unused = channel.connect(address).get();
    return channel;
  }

  /** A channel group with its threads. The last thread to end closes the descriptors. */
  private static final class Group implements AutoCloseable {
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final AsynchronousChannelGroup group;

    Group() throws IOException {
      group = AsynchronousChannelGroup.withFixedThreadPool(1, this::daemon);
    }

    private Thread daemon(Runnable task) {
      Thread thread = new Thread(task, "group");
      thread.setDaemon(true);
      threads.add(thread);
      return thread;
    }

    @Override
    public void close() throws Exception {
      group.shutdownNow();
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }
}
