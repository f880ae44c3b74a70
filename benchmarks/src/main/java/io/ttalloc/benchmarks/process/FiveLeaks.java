package io.ttalloc.benchmarks.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A small program that opens five resources of different kinds and forgets to close them. Before
 * that, it reads, counts and prints like other small programs, so it takes about three times as
 * long as hello world.
 */
public final class FiveLeaks {
  private static final List<Object> OPEN = new ArrayList<>();

  private FiveLeaks() {}

  /** Opens the resources; the argument is a jar. */
  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[0]);
    printWords(file);
    OPEN.add(stream(file));
    OPEN.add(channel(file));
    OPEN.add(socket());
    OPEN.add(executor());
    OPEN.add(archive(file));
    System.out.println(OPEN.size() + " open");
  }

  /** Prints the most frequent words in the names of a jar's entries. */
  private static void printWords(Path jar) throws IOException {
    Pattern separator = Pattern.compile("[/.$]");
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      Map<String, Long> counts =
          zip.stream()
              .map(ZipEntry::getName)
              .flatMap(separator::splitAsStream)
              .collect(Collectors.groupingBy(word -> word, TreeMap::new, Collectors.counting()));
      counts.entrySet().stream()
          .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
          .limit(5)
          .forEach(word -> System.out.printf("%-12s %,8d%n", word.getKey(), word.getValue()));
    }
    System.out.println(
        DateTimeFormatter.ISO_LOCAL_DATE.format(LocalDate.now(ZoneOffset.UTC)) + ": " + jar);
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
              // A non-daemon thread would keep the program from ending.
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
