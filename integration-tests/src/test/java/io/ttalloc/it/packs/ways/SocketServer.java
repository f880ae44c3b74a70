package io.ttalloc.it.packs.ways;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;

/**
 * A server on any free port of the loopback interface, with a daemon thread for each client. It
 * runs until it is closed or the process ends.
 */
public final class SocketServer implements Closeable {
  /** The protocol that a server speaks with one client. */
  @FunctionalInterface
  public interface Conversation {
    /**
     * Serves a client until the conversation is over. The server closes the socket afterwards.
     *
     * @throws EOFException if the client has disconnected, which is not an error
     */
    void hold(Socket client) throws IOException;
  }

  private final ServerSocket server;
  private final Conversation conversation;

  /** Starts the server. */
  public SocketServer(Conversation conversation) {
    this.conversation = conversation;
    try {
      server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    inBackground(this::accept);
  }

  public String host() {
    return server.getInetAddress().getHostAddress();
  }

  public int port() {
    return server.getLocalPort();
  }

  /** Accepts no more clients; clients that are already connected are still served. */
  @Override
  public void close() throws IOException {
    server.close();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = server.accept();
      inBackground(() -> serve(client));
    }
  }

  private void serve(Socket client) throws IOException {
    try (client) {
      conversation.hold(client);
    }
  }

  private static void inBackground(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (EOFException | SocketException ended) {
                // the client has disconnected, or this server was closed
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            "server");
    thread.setDaemon(true);
    thread.start();
  }

  /** A task that a thread of the server runs. */
  private interface Task {
    void run() throws IOException;
  }
}
