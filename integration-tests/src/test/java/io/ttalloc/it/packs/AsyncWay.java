package io.ttalloc.it.packs;

import static io.ttalloc.it.packs.SocketWay.ANY_PORT;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** The ways of asynchronous channels and their groups. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum AsyncWay implements Way {
  UNCONNECTED("AsynchronousSocketChannel.open()", AsyncWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return AsynchronousSocketChannel.open();
    }
  },
  CONNECTED("AsynchronousSocketChannel.connect", AsyncWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (AsynchronousServerSocketChannel server = server()) {
        return connectedTo(server.getLocalAddress());
      }
    }
  },
  ACCEPTED("AsynchronousServerSocketChannel.accept(), at once", AsyncWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (AsynchronousServerSocketChannel server = server();
          AsynchronousSocketChannel ignored = connectedTo(server.getLocalAddress())) {
        return server.accept().get();
      }
    }
  },
  ACCEPTED_LATER(
      "AsynchronousServerSocketChannel.accept(), later", AsyncWay.SOCKET, Judged.LEAK_OF_NOBODY) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (AsynchronousServerSocketChannel server = server()) {
        Future<AsynchronousSocketChannel> accepting = server.accept();
        try (AsynchronousSocketChannel ignored = connectedTo(server.getLocalAddress())) {
          return accepting.get();
        }
      }
    }
  },
  REFUSED("AsynchronousSocketChannel.connect that is refused", AsyncWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      SocketAddress closed;
      try (AsynchronousServerSocketChannel server = server()) {
        closed = server.getLocalAddress();
      }
      AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
      try {
        channel.connect(closed).get();
        throw new AssertionError("connected");
      } catch (ExecutionException expected) {
        return Way.nothingOpen(channel); // the JDK closes a channel that cannot connect
      }
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  CLOSED_BY_PEER("an AsynchronousSocketChannel that its peer has closed", AsyncWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (AsynchronousServerSocketChannel server = server()) {
        AsynchronousSocketChannel channel = connectedTo(server.getLocalAddress());
        server.accept().get().close();
        if (channel.read(ByteBuffer.allocate(1)).get() != -1) {
          throw new AssertionError("not closed by the peer");
        }
        return channel;
      }
    }
  },
  GROUP_SHUT_DOWN("an AsynchronousSocketChannel whose group was shut down", AsyncWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Group made = new Group();
      AsynchronousSocketChannel channel = AsynchronousSocketChannel.open(made.group);
      made.close();
      return Way.nothingOpen(channel);
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  SERVER("AsynchronousServerSocketChannel.open().bind", AsyncWay.SERVER_SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return server();
    }
  },
  SERVER_UNBOUND("AsynchronousServerSocketChannel.open()", AsyncWay.SERVER_SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return AsynchronousServerSocketChannel.open();
    }
  },
  GROUP("AsynchronousChannelGroup.withFixedThreadPool", "asynchronous channel group") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new Group();
    }
  };

  private static final String SOCKET = "asynchronous socket channel";
  private static final String SERVER_SOCKET = "asynchronous server socket channel";

  private final Facts facts;

  AsyncWay(String code, String type) {
    this(code, type, Judged.LEAK);
  }

  AsyncWay(String code, String type, Judged judged) {
    this.facts = new Facts(code, type, Place.NOTHING, judged);
  }

  @Override
  public Facts facts() {
    return facts;
  }

  private static AsynchronousServerSocketChannel server() throws Exception {
    return AsynchronousServerSocketChannel.open().bind(ANY_PORT);
  }

  private static AsynchronousSocketChannel connectedTo(SocketAddress address) throws Exception {
    AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
    Object ignored = channel.connect(address).get();
    return channel;
  }

  /** A group and its threads: the last of them closes its descriptors. */
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
