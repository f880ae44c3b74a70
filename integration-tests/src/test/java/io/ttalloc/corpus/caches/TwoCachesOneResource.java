package io.ttalloc.corpus.caches;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.HashMap;
import java.util.Map;

/**
 * File handles that are stored in two caches, one by path and one by number. Both caches evict some
 * of them.
 */
public final class TwoCachesOneResource {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.caches.TwoCachesOneResource$Handle
          type: handle
          open: [<init>]
          close: [close]
          label: path
        - class: io.ttalloc.corpus.caches.TwoCachesOneResource$HandleCache
          type: handle cache
          open: [<init>]
          holder: true
          hold:
            - {method: put, resource: $1, entry: $0}
          drop:
            - {method: remove, resource: result}
      """;

  private TwoCachesOneResource() {}

  static final class Handle implements AutoCloseable {
    private final String path;
    private final int number;
    private int references;

    Handle(String path, int number) {
      this.path = path;
      this.number = number;
    }

    void retain() {
      references++;
    }

    boolean release() {
      references--;
      return references == 0;
    }

    @Override
    public void close() {}
  }

  static final class HandleCache<K> {
    private final Map<K, Handle> handles = new HashMap<>();

    void put(K key, Handle handle) {
      handles.put(key, handle);
      handle.retain();
    }

    Handle remove(K key) {
      return handles.remove(key);
    }

    int size() {
      return handles.size();
    }
  }

  static final class FileSystem {
    private static final HandleCache<String> BY_PATH = new HandleCache<>();
    private static final HandleCache<Integer> BY_NUMBER = new HandleCache<>();

    private FileSystem() {}

    static void open(int number) {
      Handle handle = new Handle("/data/" + number, number);
      BY_PATH.put(handle.path, handle);
      BY_NUMBER.put(handle.number, handle);
    }

    static Handle forgetPath(int number) {
      return BY_PATH.remove("/data/" + number);
    }

    static Handle forgetNumber(int number) {
      return BY_NUMBER.remove(number);
    }

    static void openAll() {
      for (int number = 0; number < 30; number++) {
        open(number);
      }
    }

    static void report() {
      System.out.println(BY_PATH.size() + " by path, " + BY_NUMBER.size() + " by number");
    }
  }

  @Truth(
      why =
          "ten handles leave both caches and each cache leaves the close to the other; five more are still in one of them",
      leaks = @Leak(type = "handle", count = 10, openedAt = "TwoCachesOneResource$FileSystem.open"))
  public static final class Leaking {
    public static void main(String[] args) {
      FileSystem.openAll();
      for (int number = 0; number < 15; number++) {
        FileSystem.forgetPath(number).release();
      }
      for (int number = 0; number < 10; number++) {
        FileSystem.forgetNumber(number).release();
      }
      FileSystem.report();
    }
  }

  @Truth(
      why =
          "the code that removes a handle from its last cache closes it; the others are in one cache or both")
  public static final class Mended {
    public static void main(String[] args) {
      FileSystem.openAll();
      for (int number = 0; number < 15; number++) {
        closeIfLast(FileSystem.forgetPath(number));
      }
      for (int number = 0; number < 10; number++) {
        closeIfLast(FileSystem.forgetNumber(number));
      }
      FileSystem.report();
    }

    static void closeIfLast(Handle handle) {
      if (handle.release()) {
        handle.close();
      }
    }
  }
}
