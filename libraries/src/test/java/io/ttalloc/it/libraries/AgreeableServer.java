package io.ttalloc.it.libraries;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.ttalloc.it.packs.ways.SocketServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;

/** Answers OK to every command of the Redis protocol, as long as the program runs. */
final class AgreeableServer {
  private AgreeableServer() {}

  /** Starts a server and returns its port. */
  static int start() {
    return new SocketServer(AgreeableServer::answer).port();
  }

  /**
   * Answers commands. A command consists of the number of its words, followed by the length and
   * text of each word.
   */
  private static void answer(Socket client) throws IOException {
    try (BufferedReader lines =
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
}
