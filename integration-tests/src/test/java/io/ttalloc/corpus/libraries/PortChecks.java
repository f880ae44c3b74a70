package io.ttalloc.corpus.libraries;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A monitor that checks whether a service answers, over real sockets on the loopback interface. */
public final class PortChecks {
  static final String RULES =
      """
        - class: java.net.Socket
          type: socket
          open: ["<init>(InetAddress,int)"]
          close: [close]
          label: $0.getHostAddress()
      """;

  private PortChecks() {}

  /** Sends one byte to each client that connects, until the server socket is closed. */
  static final class Service implements Runnable, AutoCloseable {
    private final ServerSocket server;
    private final Thread thread;

    Service() throws IOException {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      thread = new Thread(this, "service");
      thread.start();
    }

    int port() {
      return server.getLocalPort();
    }

    @Override
    public void run() {
      int answered = 0;
      while (!server.isClosed()) {
        try (Socket client = server.accept()) {
          client.getOutputStream().write(answered % 2);
          answered++;
        } catch (IOException e) {
          System.out.println("no more clients after " + answered);
        }
      }
    }

    @Override
    public void close() throws IOException {
      server.close();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Checks whether the service at a port is healthy. */
  interface Check {
    boolean isHealthy(int port) throws IOException;
  }

  static void monitor(Check check) throws IOException {
    try (Service service = new Service()) {
      int healthy = 0;
      for (int i = 0; i < 11; i++) {
        healthy += check.isHealthy(service.port()) ? 1 : 0;
      }
      System.out.println(healthy + " of 11 checks found the service in good health");
    }
  }

  @Truth(
      why = "each check reads its answer and leaves its socket open",
      leaks = @Leak(type = "socket", count = 11, openedAt = "PortChecks$Leaking.isHealthy"))
  public static final class Leaking {
    public static void main(String[] args) throws IOException {
      monitor(Leaking::isHealthy);
    }

    static boolean isHealthy(int port) throws IOException {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      return socket.getInputStream().read() == 0;
    }
  }

  @Truth(why = "closing the stream that a socket gave out closes the socket as well")
  public static final class Mended {
    public static void main(String[] args) throws IOException {
      monitor(Mended::isHealthy);
    }

    static boolean isHealthy(int port) throws IOException {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      try (var input = socket.getInputStream()) {
        return input.read() == 0;
      }
    }
  }
}
