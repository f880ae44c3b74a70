package io.ttalloc.it.exit;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Leaves 157 resources open, for five reasons. The argument is a folder to work in. */
final class Shop {
  private static final Map<String, FileInputStream> CACHE = new HashMap<>();

  private Shop() {}

  static int readConfig(Path file) throws IOException {
    return new FileInputStream(file.toFile()).read(); // 100 are forgotten
  }

  @SuppressWarnings("StreamResourceLeak") // This stream is what leaks.
  static boolean names(Path folder) throws IOException {
    DirectoryStream<Path> names = Files.newDirectoryStream(folder); // 50 are forgotten
    return names.iterator().hasNext();
  }

  static int parse(Path file) throws IOException {
    BufferedReader reader = Files.newBufferedReader(file); // not closed if parseInt throws
    int number = Integer.parseInt(reader.readLine());
    reader.close();
    return number;
  }

  static void cached(Path file) throws IOException {
    CACHE.put("good", new FileInputStream(file.toFile())); // 1 is kept
  }

  static void call(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port); // 1 is forgotten
    socket.setTcpNoDelay(true);
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    Path good = Files.writeString(folder.resolve("good.txt"), "17\n");
    Path bad = Files.writeString(folder.resolve("bad.txt"), "none\n");
    for (int i = 0; i < 100; i++) {
      readConfig(good);
    }
    for (int i = 0; i < 50; i++) {
      names(folder);
      try {
        parse(i % 10 == 3 ? bad : good);
      } catch (NumberFormatException e) {
        // ignored, as so often
      }
    }
    cached(good);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      call(server.getLocalPort());
      server.accept().close();
    }
  }
}
