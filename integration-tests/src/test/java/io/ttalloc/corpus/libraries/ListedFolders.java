package io.ttalloc.corpus.libraries;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A search for free names that lists directories and stops early. The rule names the class that
 * holds the descriptor on Linux. That class wraps another directory stream, so a rule on the
 * interface would count each listing twice.
 */
public final class ListedFolders {
  static final String RULES =
      """
        - class: sun.nio.fs.UnixSecureDirectoryStream
          type: directory stream
          open: [<init>]
          close: [close]
      """;

  private ListedFolders() {}

  /** Checks whether a folder is empty. */
  interface EmptyCheck {
    boolean isEmpty(Path folder) throws IOException;
  }

  static void clean(EmptyCheck check) throws IOException {
    Path root = Files.createTempDirectory("inbox");
    List<Path> files = new ArrayList<>();
    for (int user = 0; user < 21; user++) {
      Path folder = Files.createDirectory(root.resolve("user" + user));
      if (user % 3 == 0) {
        files.add(Files.createFile(folder.resolve("mail")));
      }
    }
    int empty = 0;
    for (int user = 0; user < 21; user++) {
      empty += check.isEmpty(root.resolve("user" + user)) ? 1 : 0;
    }
    System.out.println(empty + " empty folders");
    for (Path file : files) {
      Files.delete(file);
    }
    for (int user = 0; user < 21; user++) {
      Files.delete(root.resolve("user" + user));
    }
    Files.delete(root);
  }

  @Truth(
      why = "the stream that Files.list returns is asked for its first element and dropped",
      leaks =
          @Leak(type = "directory stream", count = 21, openedAt = "ListedFolders$Leaking.isEmpty"))
  public static final class Leaking {
    public static void main(String[] args) throws IOException {
      clean(Leaking::isEmpty);
    }

    @SuppressWarnings("StreamResourceLeak")
    static boolean isEmpty(Path folder) throws IOException {
      return Files.list(folder).findAny().isEmpty();
    }
  }

  @Truth(why = "each stream is closed before the next folder is listed")
  public static final class Mended {
    public static void main(String[] args) throws IOException {
      clean(Mended::isEmpty);
    }

    static boolean isEmpty(Path folder) throws IOException {
      try (Stream<Path> entries = Files.list(folder)) {
        return entries.findAny().isEmpty();
      }
    }
  }
}
