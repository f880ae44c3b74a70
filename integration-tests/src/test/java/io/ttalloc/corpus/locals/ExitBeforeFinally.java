package io.ttalloc.corpus.locals;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;

/** A batch that holds locks acquired by its caller; a step in the middle calls exit. */
public final class ExitBeforeFinally {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.locals.ExitBeforeFinally$FileLock
          type: file lock
          open: [<init>]
          close: [release]
          label: $0
      """;

  private ExitBeforeFinally() {}

  /** A lock on a file. */
  static class FileLock {
    private final String file;
    private boolean held = true;

    FileLock(String file) {
      this.file = file;
    }

    boolean held() {
      return held && !file.isEmpty();
    }

    void release() {
      held = false;
    }
  }

  /** A lock on part of a file. */
  static final class RangeLock extends FileLock {
    RangeLock(String file, int from, int to) {
      super(file + "[" + from + "," + to + ")");
    }
  }

  static List<FileLock> lockAll() {
    List<FileLock> locks = new ArrayList<>();
    for (int part = 0; part < 5; part++) {
      locks.add(new RangeLock("data", 10 * part, 10 * part + 10));
    }
    return locks;
  }

  static void step(List<FileLock> locks) {
    System.out.println(locks.stream().filter(FileLock::held).count() + " locks held");
    System.exit(0);
  }

  /** Does the first half of the work and releases the given locks. */
  static void half(List<FileLock> locks) {
    locks.forEach(FileLock::release);
    locks.clear();
  }

  @Truth(
      why = "the locks of the first half leave the list unreleased; the second half is in a try",
      leaks = @Leak(type = "file lock", count = 5, openedAt = "ExitBeforeFinally.lockAll"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      List<FileLock> locks = lockAll();
      locks.clear();
      locks.addAll(lockAll());
      try {
        step(locks);
      } finally {
        half(locks);
      }
    }
  }

  @Truth(why = "the first half is released, and main's finally would release the second half")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      List<FileLock> locks = lockAll();
      half(locks);
      locks.addAll(lockAll());
      try {
        step(locks);
      } finally {
        half(locks);
      }
    }
  }
}
