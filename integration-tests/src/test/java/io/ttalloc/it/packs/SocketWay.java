package io.ttalloc.it.packs;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLSocketFactory;

/** The ways of java.net. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum SocketWay implements Way {
  CONNECTED("new Socket(InetAddress, int)", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocket server = server()) {
        return new Socket(HERE, server.getLocalPort());
      }
    }
  },
  TLS("SSLSocketFactory.createSocket(InetAddress, int)", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocket server = server()) {
        return SSLSocketFactory.getDefault().createSocket(HERE, server.getLocalPort());
      }
    }
  },
  WITHOUT_DESCRIPTOR("new Socket()", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) {
      return new Socket();
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  WITH_OPTION("new Socket(), an option set", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Socket socket = new Socket();
      socket.setReuseAddress(true);
      return socket;
    }
  },
  BOUND("Socket.bind", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Socket socket = new Socket();
      socket.bind(ANY_PORT);
      return socket;
    }
  },
  BIND_FAILED("Socket.bind that fails", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocket server = server()) {
        Socket socket = new Socket();
        Way.fails(() -> socket.bind(server.getLocalSocketAddress()));
        return socket;
      }
    }
  },
  REFUSED_IN_CONSTRUCTOR("new Socket(InetAddress, int) that is refused", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      int port = closedPort();
      Way.fails(() -> new Socket(HERE, port).close());
      return Way.nothingOpen(HERE);
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  REFUSED("Socket.connect that is refused", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      InetSocketAddress closed = new InetSocketAddress(HERE, closedPort());
      Socket socket = new Socket();
      Way.fails(() -> socket.connect(closed));
      return Way.nothingOpen(socket); // the JDK closes a socket that cannot connect
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  ACCEPTED("ServerSocket.accept()", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocket server = server();
          Socket ignored = new Socket(HERE, server.getLocalPort())) {
        return server.accept();
      }
    }
  },
  CLOSED_BY_PEER("a Socket that its peer has closed", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocket server = server()) {
        Socket socket = new Socket(HERE, server.getLocalPort());
        server.accept().close();
        if (socket.getInputStream().read() != -1) {
          throw new AssertionError("not closed by the peer");
        }
        return socket;
      }
    }
  },
  CLOSED_BY_STREAM("a Socket whose stream was closed", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocket server = server()) {
        Socket socket = new Socket(HERE, server.getLocalPort());
        socket.getOutputStream().close();
        return Way.nothingOpen(socket);
      }
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  CLOSED_WHILE_READ("a Socket that was closed while a thread read", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocket server = server()) {
        Socket socket = new Socket(HERE, server.getLocalPort());
        CountDownLatch reading = new CountDownLatch(1);
        Thread reader = Readers.of(reading, () -> socket.getInputStream().read());
        reading.await();
        socket.close();
        reader.join();
        return Way.nothingOpen(socket);
      }
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  SERVER("new ServerSocket(int, int, InetAddress)", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return server();
    }
  },
  SERVER_WITHOUT_DESCRIPTOR("new ServerSocket()", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new ServerSocket();
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  SERVER_FAILED_IN_CONSTRUCTOR("new ServerSocket(int) that fails", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocket server = server()) {
        Way.fails(() -> new ServerSocket(server.getLocalPort(), 5, HERE).close());
      }
      return Way.nothingOpen(HERE);
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  SERVER_BIND_FAILED("ServerSocket.bind that fails", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (ServerSocket server = server()) {
        ServerSocket second = new ServerSocket();
        Way.fails(() -> second.bind(server.getLocalSocketAddress()));
        return second;
      }
    }
  },
  ACCEPT_TIMED_OUT("a ServerSocket whose accept timed out", SocketWay.SOCKET) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      ServerSocket server = server();
      server.setSoTimeout(1);
      try (Socket ignored = server.accept()) {
        throw new AssertionError("accepted");
      } catch (SocketTimeoutException expected) {
        return server;
      }
    }
  },
  DATAGRAM("new DatagramSocket(SocketAddress)", SocketWay.DATAGRAM_CHANNEL) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new DatagramSocket(ANY_PORT);
    }
  },
  DATAGRAM_UNBOUND("new DatagramSocket(null)", SocketWay.DATAGRAM_CHANNEL) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new DatagramSocket(null);
    }
  },
  DATAGRAM_CONNECTED("DatagramSocket.connect", SocketWay.DATAGRAM_CHANNEL) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (DatagramSocket peer = new DatagramSocket(ANY_PORT)) {
        DatagramSocket socket = new DatagramSocket(ANY_PORT);
        socket.connect(peer.getLocalSocketAddress());
        return socket;
      }
    }
  },
  DATAGRAM_FAILED("new DatagramSocket(SocketAddress) that fails", SocketWay.DATAGRAM_CHANNEL) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (DatagramSocket taken = new DatagramSocket(ANY_PORT)) {
        new DatagramSocket(taken.getLocalSocketAddress()).close();
        throw new AssertionError("did not fail");
      } catch (SocketException expected) {
        return Way.nothingOpen(HERE); // the constructor closes what it has opened
      }
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  MULTICAST("new MulticastSocket(SocketAddress)", SocketWay.DATAGRAM_CHANNEL) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new MulticastSocket(ANY_PORT);
    }
  };

  static final InetAddress HERE = InetAddress.getLoopbackAddress();
  static final SocketAddress ANY_PORT = new InetSocketAddress(HERE, 0);

  private static final String SOCKET = "socket";
  private static final String DATAGRAM_CHANNEL = "datagram channel";

  private final Facts facts;

  SocketWay(String code, String type) {
    this.facts = new Facts(code, type, Place.NOTHING, Judged.LEAK);
  }

  @Override
  public Facts facts() {
    return facts;
  }

  private static ServerSocket server() throws Exception {
    return new ServerSocket(0, 5, HERE);
  }

  private static int closedPort() throws Exception {
    try (ServerSocket server = server()) {
      return server.getLocalPort();
    }
  }
}
