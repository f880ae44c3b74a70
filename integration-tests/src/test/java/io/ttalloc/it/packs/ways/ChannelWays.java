package io.ttalloc.it.packs.ways;

import static io.ttalloc.it.packs.ways.SocketWays.ANY_PORT;
import static io.ttalloc.it.packs.ways.Way.way;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Ways to open channels and pipes. */
public final class ChannelWays implements Ways {
  private static final String SOCKET = "socket channel";
  private static final String SERVER_SOCKET = "server socket channel";
  private static final String DATAGRAM_CHANNEL = "datagram channel";

  private static final List<Way> ALL =
      List.of(
          way("SocketChannel.open()", SOCKET, place -> SocketChannel.open()),
          way(
              "SocketChannel.open(SocketAddress)",
              SOCKET,
              place -> {
                try (ServerSocketChannel server = server()) {
                  return SocketChannel.open(server.getLocalAddress());
                }
              }),
          way(
              "ServerSocketChannel.accept()",
              SOCKET,
              place -> {
                try (ServerSocketChannel server = server();
                    SocketChannel ignored = SocketChannel.open(server.getLocalAddress())) {
                  return server.accept();
                }
              }),
          way(
              "SocketChannel.socket().connect",
              SOCKET,
              place -> {
                try (ServerSocketChannel server = server()) {
                  SocketChannel channel = SocketChannel.open();
                  channel.socket().connect(server.getLocalAddress(), 10_000);
                  return channel.socket();
                }
              }),
          way(
                  "SocketChannel.open(SocketAddress) that is refused",
                  SOCKET,
                  place -> {
                    SocketAddress closed = closedPort();
                    Way.fails(() -> SocketChannel.open(closed).close());
                    return Way.nothingOpen(closed);
                  })
              .resources(0),
          way(
                  "SocketChannel.connect that is refused",
                  SOCKET,
                  place -> {
                    SocketAddress closed = closedPort();
                    SocketChannel channel = SocketChannel.open();
                    Way.fails(() -> channel.connect(closed));
                    return Way.nothingOpen(channel); // the JDK closes a channel that cannot connect
                  })
              .resources(0),
          way(
              "SocketChannel.bind that fails",
              SOCKET,
              place -> {
                try (ServerSocketChannel server = server()) {
                  SocketChannel channel = SocketChannel.open();
                  Way.fails(() -> channel.bind(server.getLocalAddress()));
                  return channel;
                }
              }),
          way(
              "a SocketChannel that its peer has closed",
              SOCKET,
              place -> {
                try (ServerSocketChannel server = server()) {
                  SocketChannel channel = SocketChannel.open(server.getLocalAddress());
                  server.accept().close();
                  if (channel.read(ByteBuffer.allocate(1)) != -1) {
                    throw new AssertionError("not closed by the peer");
                  }
                  return channel;
                }
              }),
          way(
                  "a SocketChannel whose reader was interrupted",
                  SOCKET,
                  place -> {
                    try (ServerSocketChannel server = server()) {
                      SocketChannel channel = SocketChannel.open(server.getLocalAddress());
                      Thread.currentThread().interrupt();
                      Way.fails(() -> channel.read(ByteBuffer.allocate(1)));
                      if (!Thread.interrupted()) {
                        throw new AssertionError("not interrupted");
                      }
                      return Way.nothingOpen(channel);
                    }
                  })
              .resources(0),
          way(
                  "a SocketChannel that was closed while a thread read",
                  SOCKET,
                  place -> {
                    try (ServerSocketChannel server = server()) {
                      SocketChannel channel = SocketChannel.open(server.getLocalAddress());
                      CountDownLatch reading = new CountDownLatch(1);
                      Thread reader =
                          Readers.of(reading, () -> channel.read(ByteBuffer.allocate(1)));
                      reading.await();
                      channel.close();
                      reader.join();
                      return Way.nothingOpen(channel);
                    }
                  })
              .resources(0),
          way(
                  "a SocketChannel that was registered and closed",
                  SOCKET,
                  place -> {
                    try (ServerSocketChannel server = server();
                        Selector selector = Selector.open()) {
                      SocketChannel channel = SocketChannel.open(server.getLocalAddress());
                      channel.configureBlocking(false);
                      channel.register(selector, SelectionKey.OP_READ);
                      channel.close();
                      return Way.nothingOpen(channel);
                    }
                  })
              .resources(0),
          way(
              "a SocketChannel whose selector was closed",
              SOCKET,
              place -> {
                try (ServerSocketChannel server = server()) {
                  SocketChannel channel = SocketChannel.open(server.getLocalAddress());
                  try (Selector selector = Selector.open()) {
                    channel.configureBlocking(false);
                    channel.register(selector, SelectionKey.OP_READ);
                  }
                  return channel;
                }
              }),
          way(
              "SocketChannel.open(UnixDomainSocketAddress)",
              SOCKET,
              place -> {
                UnixDomainSocketAddress address = UnixDomainSocketAddress.of(place);
                try (ServerSocketChannel server =
                    ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                  server.bind(address);
                  SocketChannel channel = SocketChannel.open(address);
                  server.accept().close();
                  return channel;
                } finally {
                  Files.delete(place);
                }
              }),
          way(
              "ServerSocketChannel.accept() of a unix domain socket",
              SOCKET,
              place -> {
                try (ServerSocketChannel server =
                    ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                  server.bind(UnixDomainSocketAddress.of(place));
                  SocketChannel.open(server.getLocalAddress()).close();
                  return server.accept();
                } finally {
                  Files.delete(place);
                }
              }),
          way("ServerSocketChannel.open().bind", SERVER_SOCKET, place -> server()),
          way("ServerSocketChannel.open()", SERVER_SOCKET, place -> ServerSocketChannel.open()),
          way(
              "ServerSocketChannel.bind that fails",
              SERVER_SOCKET,
              place -> {
                try (ServerSocketChannel server = server()) {
                  ServerSocketChannel second = ServerSocketChannel.open();
                  Way.fails(() -> second.bind(server.getLocalAddress()));
                  return second;
                }
              }),
          way(
              "ServerSocketChannel.open(UNIX)",
              SERVER_SOCKET,
              place -> ServerSocketChannel.open(StandardProtocolFamily.UNIX)),
          way("DatagramChannel.open()", DATAGRAM_CHANNEL, place -> DatagramChannel.open()),
          way(
              "DatagramChannel.connect",
              DATAGRAM_CHANNEL,
              place -> {
                try (DatagramChannel peer = DatagramChannel.open().bind(ANY_PORT)) {
                  return DatagramChannel.open().connect(peer.getLocalAddress());
                }
              }),
          way(
              "DatagramChannel.socket().bind",
              DATAGRAM_CHANNEL,
              place -> {
                DatagramChannel channel = DatagramChannel.open();
                channel.socket().bind(ANY_PORT);
                return channel.socket();
              }),
          way(
              "Pipe.source()",
              "pipe source",
              place -> {
                Pipe pipe = Pipe.open();
                pipe.sink().close();
                return pipe.source();
              }),
          way(
              "Pipe.sink()",
              "pipe sink",
              place -> {
                Pipe pipe = Pipe.open();
                pipe.source().close();
                return pipe.sink();
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static ServerSocketChannel server() throws IOException {
    return ServerSocketChannel.open().bind(ANY_PORT);
  }

  private static SocketAddress closedPort() throws IOException {
    try (ServerSocketChannel server = server()) {
      return server.getLocalAddress();
    }
  }
}
