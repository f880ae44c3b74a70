package io.ttalloc.corpus.growth;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.LinkedHashMap;
import java.util.Map;

/** A cache of the eight most recently used programs. */
public final class BoundedAndRenewed {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.growth.BoundedAndRenewed$ProgramCache
          subtypes: true
          type: program cache
          open: [<init>]
          holder: true
          hold:
            - {method: "insert(String,Program)", resource: $1, entry: $0}
          drop:
            - {method: evict, resource: result}
        - class: io.ttalloc.corpus.growth.BoundedAndRenewed$Program
          type: program
          open: [compile]
          close: [unload]
          bytes: bytes
      """;

  static final int CAPACITY = 8;

  private BoundedAndRenewed() {}

  /** A program on a device. */
  static final class Program {
    final int bytes;
    private boolean loaded = true;

    private Program(int bytes) {
      this.bytes = bytes;
    }

    static Program compile(String source) {
      return new Program(100 * source.length());
    }

    int run() {
      return loaded ? bytes : 0;
    }

    void unload() {
      loaded = false;
    }
  }

  /** The most recently used programs. A subclass decides what happens to an evicted program. */
  abstract static class ProgramCache {
    private final Map<String, Program> programs = new LinkedHashMap<>();

    abstract void makeRoom();

    Program find(String source) {
      Program program = programs.remove(source);
      if (program == null) {
        if (programs.size() == CAPACITY) {
          makeRoom();
        }
        program = compile(source);
        insert(source, program);
      } else {
        programs.put(source, program);
      }
      return program;
    }

    private static Program compile(String source) {
      return Program.compile(source);
    }

    void insert(String source, Program program) {
      programs.put(source, program);
    }

    /** Removes the least recently used program. */
    Program evict() {
      return programs.remove(programs.keySet().iterator().next());
    }

    void runAll() {
      int sum = 0;
      for (int kernel = 0; kernel < 100; kernel++) {
        sum += find("kernel " + kernel).run();
        sum += find("kernel " + Math.max(0, kernel - 2)).run();
        TtAlloc.mark("kernel");
      }
      System.out.println(sum + " bytes run");
    }
  }

  /** The cache of the process. It is in a static field, as in most programs. */
  private static final class CurrentCache {
    private static ProgramCache cache;

    static void use(ProgramCache next) {
      cache = next;
      cache.runAll();
    }
  }

  @Truth(
      why =
          "programs that are evicted are never unloaded; the eight in the cache are there by"
              + " design",
      leaks =
          @Leak(
              type = "program",
              count = 100 - CAPACITY,
              openedAt = "BoundedAndRenewed$ProgramCache.compile"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      CurrentCache.use(
          new ProgramCache() {
            @Override
            void makeRoom() {
              System.out.println("forget " + evict().bytes);
            }
          });
    }
  }

  @Truth(why = "programs that are evicted are unloaded; the eight in the cache are there by design")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      CurrentCache.use(
          new ProgramCache() {
            @Override
            void makeRoom() {
              evict().unload();
            }
          });
    }
  }
}
