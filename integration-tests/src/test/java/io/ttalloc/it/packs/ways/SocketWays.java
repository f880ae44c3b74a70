package io.ttalloc.it.packs.ways;

import static io.ttalloc.it.packs.ways.Way.way;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLSocketFactory;

/** Ways to open resources of java.net. */
public final class SocketWays implements Ways {
  static final InetAddress HERE = InetAddress.getLoopbackAddress();

  static final SocketAddress ANY_PORT = new InetSocketAddress(HERE, 0);

  private static final String SOCKET = "socket";
  private static final String DATAGRAM_CHANNEL = "datagram channel";

  private static final List<Way> ALL =
      List.of(
          way(
              "new Socket(InetAddress, int)",
              SOCKET,
              place -> {
                try (ServerSocket server = server()) {
                  return new Socket(HERE, server.getLocalPort());
                }
              }),
          way(
              "SSLSocketFactory.createSocket(InetAddress, int)",
              SOCKET,
              place -> {
                try (ServerSocket server = server()) {
                  return SSLSocketFactory.getDefault().createSocket(HERE, server.getLocalPort());
                }
              }),
          way("new Socket()", SOCKET, place -> new Socket()).resources(0),
          way(
              "new Socket(), an option set",
              SOCKET,
              place -> {
                Socket socket = new Socket();
                socket.setReuseAddress(true);
                return socket;
              }),
          way(
              "Socket.bind",
              SOCKET,
              place -> {
                Socket socket = new Socket();
                socket.bind(ANY_PORT);
                return socket;
              }),
          way(
              "Socket.bind that fails",
              SOCKET,
              place -> {
                try (ServerSocket server = server()) {
                  Socket socket = new Socket();
                  Way.fails(() -> socket.bind(server.getLocalSocketAddress()));
                  return socket;
                }
              }),
          way(
                  "new Socket(InetAddress, int) that is refused",
                  SOCKET,
                  place -> {
                    int port = closedPort();
                    Way.fails(() -> new Socket(HERE, port).close());
                    return Way.nothingOpen(HERE);
                  })
              .resources(0),
          way(
                  "Socket.connect that is refused",
                  SOCKET,
                  place -> {
                    InetSocketAddress closed = new InetSocketAddress(HERE, closedPort());
                    Socket socket = new Socket();
                    Way.fails(() -> socket.connect(closed));
                    return Way.nothingOpen(socket); // the JDK closes a socket that cannot connect
                  })
              .resources(0),
          way(
              "ServerSocket.accept()",
              SOCKET,
              place -> {
                try (ServerSocket server = server();
                    Socket ignored = new Socket(HERE, server.getLocalPort())) {
                  return server.accept();
                }
              }),
          way(
              "a Socket that its peer has closed",
              SOCKET,
              place -> {
                try (ServerSocket server = server()) {
                  Socket socket = new Socket(HERE, server.getLocalPort());
                  server.accept().close();
                  if (socket.getInputStream().read() != -1) {
                    throw new AssertionError("not closed by the peer");
                  }
                  return socket;
                }
              }),
          way(
                  "a Socket whose stream was closed",
                  SOCKET,
                  place -> {
                    try (ServerSocket server = server()) {
                      Socket socket = new Socket(HERE, server.getLocalPort());
                      socket.getOutputStream().close();
                      return Way.nothingOpen(socket);
                    }
                  })
              .resources(0),
          way(
                  "a Socket that was closed while a thread read",
                  SOCKET,
                  place -> {
                    try (ServerSocket server = server()) {
                      Socket socket = new Socket(HERE, server.getLocalPort());
                      CountDownLatch reading = new CountDownLatch(1);
                      Thread reader = Readers.of(reading, () -> socket.getInputStream().read());
                      reading.await();
                      socket.close();
                      reader.join();
                      return Way.nothingOpen(socket);
                    }
                  })
              .resources(0),
          way("new ServerSocket(int, int, InetAddress)", SOCKET, place -> server()),
          way("new ServerSocket()", SOCKET, place -> new ServerSocket()).resources(0),
          way(
                  "new ServerSocket(int) that fails",
                  SOCKET,
                  place -> {
                    try (ServerSocket server = server()) {
                      Way.fails(() -> new ServerSocket(server.getLocalPort(), 5, HERE).close());
                    }
                    return Way.nothingOpen(HERE);
                  })
              .resources(0),
          way(
              "ServerSocket.bind that fails",
              SOCKET,
              place -> {
                try (ServerSocket server = server()) {
                  ServerSocket second = new ServerSocket();
                  Way.fails(() -> second.bind(server.getLocalSocketAddress()));
                  return second;
                }
              }),
          way(
              "a ServerSocket whose accept timed out",
              SOCKET,
              place -> {
                ServerSocket server = server();
                server.setSoTimeout(1);
                try (Socket ignored = server.accept()) {
                  throw new AssertionError("accepted");
                } catch (SocketTimeoutException expected) {
                  return server;
                }
              }),
          way(
              "new DatagramSocket(SocketAddress)",
              DATAGRAM_CHANNEL,
              place -> new DatagramSocket(ANY_PORT)),
          way("new DatagramSocket(null)", DATAGRAM_CHANNEL, place -> new DatagramSocket(null)),
          way(
              "DatagramSocket.connect",
              DATAGRAM_CHANNEL,
              place -> {
                try (DatagramSocket peer = new DatagramSocket(ANY_PORT)) {
                  DatagramSocket socket = new DatagramSocket(ANY_PORT);
                  socket.connect(peer.getLocalSocketAddress());
                  return socket;
                }
              }),
          way(
                  "new DatagramSocket(SocketAddress) that fails",
                  DATAGRAM_CHANNEL,
                  place -> {
                    try (DatagramSocket taken = new DatagramSocket(ANY_PORT)) {
                      new DatagramSocket(taken.getLocalSocketAddress()).close();
                      throw new AssertionError("did not fail");
                    } catch (SocketException expected) {
                      return Way.nothingOpen(HERE); // the constructor closes what it has opened
                    }
                  })
              .resources(0),
          way(
              "new MulticastSocket(SocketAddress)",
              DATAGRAM_CHANNEL,
              place -> new MulticastSocket(ANY_PORT)));

  @Override
  public List<Way> all() {
    return ALL;
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
