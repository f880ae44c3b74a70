package io.ttalloc.probe.resource;

import io.ttalloc.ledger.write.Tally;
import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/**
 * Maps objects to resources by identity, without keeping the objects reachable. Used for classes
 * that cannot get a field because they are records or were loaded before the agent.
 *
 * <p>Resources are already references to their objects, so the map needs no references of its own.
 * Entries whose objects were collected are removed when a stripe is full, unless they were
 * {@linkplain Forgotten forgotten} before. The locks are striped and held for a few comparisons.
 */
public final class WeakIdentityMap {
  /** The number of stripes: enough to keep the work under one lock far below a millisecond. */
  private static final int STRIPES = 256;

  /** The bits below this shift select the stripe. */
  private static final int HASH_SHIFT = 8;

  /**
   * A resource that is found by the identity of its object only while it is open. After the close
   * the collector need not enqueue it, which would cost more than the close itself. Takes 8 bytes
   * more than other resources.
   */
  public static final class Forgotten extends Resource {
    /** The hash of the resource's object, by which the map finds the resource. */
    final int hash;

    public Forgotten(Object object, ReferenceQueue<Object> collected, Tally tally, int slot) {
      super(object, collected, tally, slot);
      this.hash = hash(object);
    }
  }

  private static final class Node {
    final int hash;
    final Resource resource;
    @Nullable Node next;

    Node(int hash, Resource resource, @Nullable Node next) {
      this.hash = hash;
      this.resource = resource;
      this.next = next;
    }
  }

  private static final class Stripe {
    @Nullable Node[] buckets = new Node[4];
    int size;

    @Nullable Node nodeOf(Object object, int hash) {
      for (Node n = buckets[hash >>> HASH_SHIFT & (buckets.length - 1)]; n != null; n = n.next) {
        if (n.hash == hash && n.resource.refersTo(object)) {
          return n;
        }
      }
      return null;
    }

    @Nullable Node nodeOf(Forgotten resource) {
      Node n = buckets[resource.hash >>> HASH_SHIFT & (buckets.length - 1)];
      while (n != null && n.resource != resource) {
        n = n.next;
      }
      return n;
    }

    void add(int hash, Resource resource) {
      if (size >= buckets.length) {
        rebuild();
      }
      size++;
      int index = hash >>> HASH_SHIFT & (buckets.length - 1);
      buckets[index] = new Node(hash, resource, buckets[index]);
    }

    void remove(Node removed) {
      int index = removed.hash >>> HASH_SHIFT & (buckets.length - 1);
      Node previous = null;
      for (Node n = buckets[index]; n != null; n = n.next) {
        if (n == removed) {
          if (previous == null) {
            buckets[index] = n.next;
          } else {
            previous.next = n.next;
          }
          size--;
          return;
        }
        previous = n;
      }
    }

    /**
     * Removes entries whose objects were collected; doubles the table only if more than half of the
     * entries are left. The old chains stay unchanged, so that an error in the middle loses
     * nothing.
     */
    private void rebuild() {
      @Nullable Node[] old = buckets;
      int alive = 0;
      for (Node head : old) {
        for (Node n = head; n != null; n = n.next) {
          if (!n.resource.refersTo(null)) {
            alive++;
          }
        }
      }
      @Nullable Node[] fresh = new Node[alive > old.length / 2 ? old.length * 2 : old.length];
      for (Node head : old) {
        for (Node n = head; n != null; n = n.next) {
          if (!n.resource.refersTo(null)) {
            int index = n.hash >>> HASH_SHIFT & (fresh.length - 1);
            fresh[index] = new Node(n.hash, n.resource, fresh[index]);
          }
        }
      }
      // The size is too high if a reference was cleared in between, which only makes the next
      // rebuild come a little sooner.
      size = alive;
      buckets = fresh;
    }
  }

  private final Stripe[] stripes = new Stripe[STRIPES];

  WeakIdentityMap() {
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
  }

  static int hash(Object object) {
    int hash = System.identityHashCode(object);
    return hash ^ hash >>> 15;
  }

  @Nullable Resource find(Object object) {
    int hash = hash(object);
    Stripe stripe = stripes[hash & (STRIPES - 1)];
    synchronized (stripe) {
      Node node = stripe.nodeOf(object, hash);
      return node == null ? null : node.resource;
    }
  }

  /**
   * Maps an object to a resource, replacing its earlier resource; returns false if the earlier
   * resource is open or being opened.
   */
  boolean put(Object object, Resource resource) {
    int hash = hash(object);
    Stripe stripe = stripes[hash & (STRIPES - 1)];
    synchronized (stripe) {
      Node node = stripe.nodeOf(object, hash);
      if (node != null && node.resource.isOpenFor(object)) {
        return false;
      }
      if (node != null) {
        stripe.remove(node);
      }
      stripe.add(hash, resource);
      return true;
    }
  }

  /** Removes a resource, unless another one has taken its place. */
  void remove(Forgotten resource) {
    Stripe stripe = stripes[resource.hash & (STRIPES - 1)];
    synchronized (stripe) {
      Node node = stripe.nodeOf(resource);
      if (node != null) {
        stripe.remove(node);
      }
    }
  }
}
