package io.ttalloc.cases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Looks for files in directory trees, and forgets that the streams keep directories open. */
@SuppressWarnings("StreamResourceLeak") // these are the leaks under test
final class WalksCutShort {
  private WalksCutShort() {}

  public static void main(String[] args) throws IOException {
    boolean leak = args[0].equals("leak");
    Path root = Files.createTempDirectory("sources");
    Path inner = Files.createDirectories(root.resolve("a/b"));
    Files.writeString(inner.resolve("Main.java"), "class Main {}");
    for (int i = 0; i < 3; i++) {
      System.out.println(leak ? first(root) : firstClosing(root));
    }
    for (int i = 0; i < 5; i++) {
      System.out.println(leak ? children(root) : childrenClosing(root));
    }
  }

  /** Each walk keeps the root and the two folders below it open. */
  private static Optional<Path> first(Path root) throws IOException {
    // FIX close() on the Stream
    return Files.walk(root).filter(Files::isRegularFile).findFirst(); // LEAK 9 directory stream
  }

  private static Optional<Path> firstClosing(Path root) throws IOException {
    try (var paths = Files.walk(root)) {
      return paths.filter(Files::isRegularFile).findFirst();
    }
  }

  /** Reaching the end of the stream does not close it. */
  private static long children(Path root) throws IOException {
    // FIX close() on the Stream that Files.list returned
    return Files.list(root).count(); // LEAK 5 directory stream
  }

  private static long childrenClosing(Path root) throws IOException {
    try (var paths = Files.list(root)) {
      return paths.count();
    }
  }
}
