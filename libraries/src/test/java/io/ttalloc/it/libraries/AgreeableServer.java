package io.ttalloc.it.libraries;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Says OK to every command of Redis' protocol, as long as the program runs. */
final class AgreeableServer {
  private AgreeableServer() {}

  /** Starts one; its port. */
  static int start() {
    try {
      ServerSocket server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
      inBackground(() -> serve(server));
      return server.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void serve(ServerSocket server) throws IOException {
    while (true) {
      Socket client = server.accept();
      inBackground(() -> answer(client));
    }
  }

  /** A command is the number of its words, and each word after its length. */
  private static void answer(Socket client) throws IOException {
    try (client;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII))) {
      OutputStream answers = client.getOutputStream();
      for (String words = lines.readLine(); words != null; words = lines.readLine()) {
        for (int left = 2 * Integer.parseInt(words.substring(1)); left > 0; left--) {
          String unused = lines.readLine();
        }
        answers.write("+OK\r\n".getBytes(US_ASCII));
      }
    }
  }

  private static void inBackground(Serving serving) {
    Thread thread =
        new Thread(
            () -> {
              try {
                serving.run();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            "server");
    thread.setDaemon(true);
    thread.start();
  }

  /** The task of a thread of the server. */
  private interface Serving {
    void run() throws IOException;
  }
}
