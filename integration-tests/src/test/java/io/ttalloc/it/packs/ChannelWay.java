package io.ttalloc.it.packs;

import static io.ttalloc.it.packs.SocketWay.ANY_PORT;

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
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The ways of channels and pipes. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum ChannelWay implements Way {
  UNCONNECTED("SocketChannel.open()", ChannelWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return SocketChannel.open();
    }
  },
  CONNECTED("SocketChannel.open(SocketAddress)", ChannelWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocketChannel server = server()) {
        return SocketChannel.open(server.getLocalAddress());
      }
    }
  },
  ACCEPTED("ServerSocketChannel.accept()", ChannelWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocketChannel server = server();
          SocketChannel ignored = SocketChannel.open(server.getLocalAddress())) {
        return server.accept();
      }
    }
  },
  ADAPTED("SocketChannel.socket().connect", ChannelWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocketChannel server = server()) {
        SocketChannel channel = SocketChannel.open();
        channel.socket().connect(server.getLocalAddress(), 10_000);
        return channel.socket();
      }
    }
  },
  REFUSED("SocketChannel.open(SocketAddress) that is refused", ChannelWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      SocketAddress closed = closedPort();
      Way.fails(() -> SocketChannel.open(closed).close());
      return Way.nothingOpen(closed);
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  CONNECT_REFUSED("SocketChannel.connect that is refused", ChannelWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      SocketAddress closed = closedPort();
      SocketChannel channel = SocketChannel.open();
      Way.fails(() -> channel.connect(closed));
      return Way.nothingOpen(channel); // the JDK closes a channel that cannot connect
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  BIND_FAILED("SocketChannel.bind that fails", ChannelWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocketChannel server = server()) {
        SocketChannel channel = SocketChannel.open();
        Way.fails(() -> channel.bind(server.getLocalAddress()));
        return channel;
      }
    }
  },
  CLOSED_BY_PEER("a SocketChannel that its peer has closed", ChannelWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocketChannel server = server()) {
        SocketChannel channel = SocketChannel.open(server.getLocalAddress());
        server.accept().close();
        if (channel.read(ByteBuffer.allocate(1)) != -1) {
          throw new AssertionError("not closed by the peer");
        }
        return channel;
      }
    }
  },
  INTERRUPTED("a SocketChannel whose reader was interrupted", ChannelWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocketChannel server = server()) {
        SocketChannel channel = SocketChannel.open(server.getLocalAddress());
        Thread.currentThread().interrupt();
        Way.fails(() -> channel.read(ByteBuffer.allocate(1)));
        if (!Thread.interrupted()) {
          throw new AssertionError("not interrupted");
        }
        return Way.nothingOpen(channel);
      }
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  CLOSED_WHILE_READ("a SocketChannel that was closed while a thread read", ChannelWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocketChannel server = server()) {
        SocketChannel channel = SocketChannel.open(server.getLocalAddress());
        CountDownLatch reading = new CountDownLatch(1);
        Thread reader = Readers.of(reading, () -> channel.read(ByteBuffer.allocate(1)));
        reading.await();
        channel.close();
        reader.join();
        return Way.nothingOpen(channel);
      }
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  REGISTERED("a SocketChannel that was registered and closed", ChannelWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocketChannel server = server();
          Selector selector = Selector.open()) {
        SocketChannel channel = SocketChannel.open(server.getLocalAddress());
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
        channel.close();
        return Way.nothingOpen(channel);
      }
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  SELECTOR_CLOSED("a SocketChannel whose selector was closed", ChannelWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocketChannel server = server()) {
        SocketChannel channel = SocketChannel.open(server.getLocalAddress());
        try (Selector selector = Selector.open()) {
          channel.configureBlocking(false);
          channel.register(selector, SelectionKey.OP_READ);
        }
        return channel;
      }
    }
  },
  UNIX("SocketChannel.open(UnixDomainSocketAddress)", ChannelWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      UnixDomainSocketAddress address = UnixDomainSocketAddress.of(place);
      try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        server.bind(address);
        SocketChannel channel = SocketChannel.open(address);
        server.accept().close();
        return channel;
      } finally {
        Files.delete(place);
      }
    }
  },
  UNIX_ACCEPTED("ServerSocketChannel.accept() of a unix domain socket", ChannelWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        server.bind(UnixDomainSocketAddress.of(place));
        SocketChannel.open(server.getLocalAddress()).close();
        return server.accept();
      } finally {
        Files.delete(place);
      }
    }
  },
  SERVER("ServerSocketChannel.open().bind", ChannelWay.SERVER_SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return server();
    }
  },
  SERVER_UNBOUND("ServerSocketChannel.open()", ChannelWay.SERVER_SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return ServerSocketChannel.open();
    }
  },
  SERVER_BIND_FAILED("ServerSocketChannel.bind that fails", ChannelWay.SERVER_SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocketChannel server = server()) {
        ServerSocketChannel second = ServerSocketChannel.open();
        Way.fails(() -> second.bind(server.getLocalAddress()));
        return second;
      }
    }
  },
  UNIX_SERVER("ServerSocketChannel.open(UNIX)", ChannelWay.SERVER_SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    }
  },
  DATAGRAM("DatagramChannel.open()", ChannelWay.DATAGRAM_CHANNEL) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return DatagramChannel.open();
    }
  },
  DATAGRAM_CONNECTED("DatagramChannel.connect", ChannelWay.DATAGRAM_CHANNEL) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (DatagramChannel peer = DatagramChannel.open().bind(ANY_PORT)) {
        return DatagramChannel.open().connect(peer.getLocalAddress());
      }
    }
  },
  DATAGRAM_ADAPTED("DatagramChannel.socket().bind", ChannelWay.DATAGRAM_CHANNEL) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      DatagramChannel channel = DatagramChannel.open();
      channel.socket().bind(ANY_PORT);
      return channel.socket();
    }
  },
  PIPE_SOURCE("Pipe.source()", "pipe source") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Pipe pipe = Pipe.open();
      pipe.sink().close();
      return pipe.source();
    }
  },
  PIPE_SINK("Pipe.sink()", "pipe sink") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Pipe pipe = Pipe.open();
      pipe.source().close();
      return pipe.sink();
    }
  };

  private static final String SOCKET = "socket channel";
  private static final String SERVER_SOCKET = "server socket channel";
  private static final String DATAGRAM_CHANNEL = "datagram channel";

  private final Facts facts;

  ChannelWay(String code, String type) {
    this.facts = new Facts(code, type, Place.NOTHING, Judged.LEAK);
  }

  @Override
  public Facts facts() {
    return facts;
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
