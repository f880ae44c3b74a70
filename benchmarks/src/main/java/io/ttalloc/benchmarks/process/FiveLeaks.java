package io.ttalloc.benchmarks.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.ZipFile;

/** A small program that opens five things of different kinds and forgets to close them. */
public final class FiveLeaks {
  private static final List<Object> OPEN = new ArrayList<>();

  private FiveLeaks() {}

  /** Opens them; the argument is a jar. */
  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[0]);
    OPEN.add(stream(file));
    OPEN.add(channel(file));
    OPEN.add(socket());
    OPEN.add(executor());
    OPEN.add(archive(file));
    System.out.println(OPEN.size() + " open");
  }

  private static FileInputStream stream(Path file) throws IOException {
    FileInputStream stream = new FileInputStream(file.toFile());
    stream.read();
    return stream;
  }

  private static FileChannel channel(Path file) throws IOException {
    return FileChannel.open(file);
  }

  private static ServerSocket socket() throws IOException {
    return new ServerSocket(0);
  }

  private static ExecutorService executor() throws Exception {
    ExecutorService executor =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread thread = new Thread(work, "worker");
              // Else the program would not end.
              thread.setDaemon(true);
              return thread;
            });
    executor.submit(() -> "done").get();
    return executor;
  }

  private static ZipFile archive(Path file) throws IOException {
    return new ZipFile(file.toFile());
  }
}
