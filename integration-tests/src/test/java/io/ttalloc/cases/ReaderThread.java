package io.ttalloc.cases;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * A client with a socket and a thread that reads from it, as in clients of SSH, ZooKeeper, AMQP,
 * MQTT and WebSocket. Nobody closes it, and only its own thread refers to it.
 */
final class ReaderThread {
  /** The other ends, which stay open. */
  private static final List<Socket> PEERS = new ArrayList<>();

  private final Socket socket;

  private ReaderThread(int port, boolean daemon) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port); // LEAK 8 socket
    Thread reader = new Thread(this::read, "reader");
    reader.setDaemon(daemon);
    reader.start();
  }

  private void read() {
    try {
      while (socket.getInputStream().read() >= 0) {
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      // The socket was closed.
    }
  }

  public static void main(String[] args) throws IOException {
    boolean leak = args[0].equals("leak");
    try (ServerSocket server = new ServerSocket(0)) {
      for (int i = 0; i < 8; i++) {
        ReaderThread client = new ReaderThread(server.getLocalPort(), i % 2 == 0);
        PEERS.add(server.accept()); // LEAK 8 socket
        if (!leak) {
          client.socket.close();
        }
      }
    }
    for (Socket peer : PEERS) {
      if (!leak) {
        peer.close();
      }
    }
  }
}
