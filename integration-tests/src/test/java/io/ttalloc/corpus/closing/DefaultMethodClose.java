package io.ttalloc.corpus.closing;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Leases whose only close is a default method of an interface. */
public final class DefaultMethodClose {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.closing.DefaultMethodClose$Lease
          subtypes: true
          type: lease
          open: [<init>]
          close: [close]
          label: key()
      """;

  private DefaultMethodClose() {}

  interface Lease extends AutoCloseable {
    String key();

    void giveUp();

    @Override
    default void close() {
      giveUp();
    }
  }

  /** Grants at most one lease for each key. */
  static final class LockService {
    private final Set<String> held = new HashSet<>();

    Optional<Lease> tryAcquire(String key) {
      return held.add(key) ? Optional.of(new LocalLease(this, key)) : Optional.empty();
    }

    void release(String key) {
      held.remove(key);
    }
  }

  static final class LocalLease implements Lease {
    private final LockService service;
    private final String key;

    LocalLease(LockService service, String key) {
      this.service = service;
      this.key = key;
    }

    @Override
    public String key() {
      return key;
    }

    @Override
    public void giveUp() {
      service.release(key);
    }
  }

  static boolean isStale(int document) {
    return document % 3 == 0;
  }

  @Truth(
      why = "for a document that is not stale the method returns before it closes the lease",
      leaks = @Leak(type = "lease", count = 33, openedAt = "DefaultMethodClose$Leaking.reindex"))
  public static final class Leaking {
    public static void main(String[] args) {
      LockService locks = new LockService();
      int done = 0;
      for (int document = 0; document < 50; document++) {
        done += reindex(locks, document);
      }
      System.out.println(done + " documents indexed");
    }

    static int reindex(LockService locks, int document) {
      Lease lease = locks.tryAcquire("document-" + document).orElseThrow();
      if (!isStale(document)) {
        return 0;
      }
      lease.close();
      return 1;
    }
  }

  @Truth(why = "every lease is closed on both paths, by the default method that its class inherits")
  public static final class Mended {
    public static void main(String[] args) {
      LockService locks = new LockService();
      int done = 0;
      for (int document = 0; document < 50; document++) {
        done += reindex(locks, document);
      }
      System.out.println(done + " documents indexed");
    }

    static int reindex(LockService locks, int document) {
      try (Lease ignored = locks.tryAcquire("document-" + document).orElseThrow()) {
        return isStale(document) ? 1 : 0;
      }
    }
  }
}
