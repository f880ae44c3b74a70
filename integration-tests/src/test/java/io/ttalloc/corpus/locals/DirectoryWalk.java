package io.ttalloc.corpus.locals;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;

/**
 * A directory walk that descends through forty directories, each opened in its own stack frame, and
 * exits at the bottom.
 */
public final class DirectoryWalk {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.locals.DirectoryWalk$Handle
          subtypes: true
          type: handle
          open: [<init>]
          close: [close]
          label: $0
      """;

  private static final int BOTTOM = 40;

  private DirectoryWalk() {}

  /** An operating system handle. */
  abstract static class Handle implements AutoCloseable {
    private final String path;
    private boolean open = true;

    Handle(String path) {
      this.path = path;
    }

    String path() {
      return open ? path : "";
    }

    @Override
    public void close() {
      open = false;
    }
  }

  /** An open directory. */
  static final class Directory extends Handle {
    Directory(String path) {
      super(path);
    }
  }

  /** A view of a file's attributes. */
  static final class Attributes extends Handle {
    Attributes(String path) {
      super(path);
    }

    boolean isDirectory() {
      return !path().isEmpty();
    }
  }

  /** Checks whether a path is a directory. */
  interface Check {
    boolean isDirectory(String path);
  }

  static void walk(String path, int depth, Check check) {
    try (Directory directory = new Directory(path)) {
      String below = directory.path() + "/d";
      if (depth == BOTTOM) {
        System.out.println("found at depth " + depth);
        System.exit(0);
      } else if (check.isDirectory(below)) {
        walk(below, depth + 1, check);
      }
    }
  }

  @Truth(
      why =
          "the attributes of each directory stay open; the directories are in use in their frames",
      leaks =
          @Leak(type = "handle", count = BOTTOM, openedAt = "DirectoryWalk$Leaking.isDirectory"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      walk("/data", 0, Leaking::isDirectory);
    }

    private static boolean isDirectory(String path) {
      return new Attributes(path).isDirectory();
    }
  }

  @Truth(why = "the attributes are closed, and each directory would be closed by its own frame")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      walk("/data", 0, Mended::isDirectory);
    }

    private static boolean isDirectory(String path) {
      try (Attributes attributes = new Attributes(path)) {
        return attributes.isDirectory();
      }
    }
  }
}
