package io.ttalloc.corpus.statics;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.HashMap;
import java.util.Map;

/** Locks on documents in a static map; a lock is looked up with a new key to release it. */
public final class KeyWithoutEquals {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.statics.KeyWithoutEquals$Lease
          type: lease
          open: [acquire(long)]
          close: [release()]
          label: $0
      """;

  private KeyWithoutEquals() {}

  /** A lease that a lock service has granted. */
  static final class Lease {
    private final long document;
    private boolean released;

    private Lease(long document) {
      this.document = document;
    }

    static Lease acquire(long document) {
      return new Lease(document);
    }

    long document() {
      return document;
    }

    boolean released() {
      return released;
    }

    void release() {
      released = true;
    }
  }

  /** The locks, by key. */
  static final class Locks<K> {
    private final Map<K, Lease> leases = new HashMap<>();

    void lock(K key, long document) {
      leases.put(key, Lease.acquire(document));
    }

    /** Releases the lock on a document; does nothing if the document is not locked. */
    void unlock(K key) {
      Lease lease = leases.remove(key);
      if (lease != null) {
        lease.release();
      }
    }

    long left() {
      return leases.values().stream().filter(lease -> !lease.released()).count();
    }
  }

  @Truth(
      why = "two keys of the same document are never equal, so no lease is found to be released",
      leaks =
          @Leak(
              type = "lease",
              count = 40,
              openedAt = "KeyWithoutEquals$Locks.lock",
              heldBy = "static KeyWithoutEquals$Leaking.LOCKS"))
  public static final class Leaking {
    private static final Locks<PlainKey> LOCKS = new Locks<>();

    private Leaking() {}

    static final class PlainKey {
      final String space;
      final long document;

      PlainKey(String space, long document) {
        this.space = space;
        this.document = document;
      }

      @Override
      public String toString() {
        return space + "/" + document;
      }
    }

    public static void main(String[] args) {
      for (long document = 0; document < 40; document++) {
        LOCKS.lock(new PlainKey("wiki", document), document);
        LOCKS.unlock(new PlainKey("wiki", document));
      }
      System.out.println(LOCKS.left() + " locks are left");
    }
  }

  @Truth(why = "the key is a record, so the lease is found and released")
  public static final class Mended {
    private static final Locks<EqualKey> LOCKS = new Locks<>();

    private Mended() {}

    record EqualKey(String space, long document) {}

    public static void main(String[] args) {
      for (long document = 0; document < 40; document++) {
        LOCKS.lock(new EqualKey("wiki", document), document);
        LOCKS.unlock(new EqualKey("wiki", document));
      }
      System.out.println(LOCKS.left() + " locks are left");
    }
  }
}
