package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * Object to resource by identity, without keeping the object: for classes that may not get a field,
 * because they were loaded before the agent or are records.
 *
 * <p>Resources are references to their objects, so the map needs no references of its own; entries
 * whose objects are gone are dropped when a stripe is full. Striped locks, held for a few
 * comparisons.
 */
final class WeakIdentityMap {
  private static final int STRIPES = 16;

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
    @Nullable Node[] buckets = new Node[16];
    int size;

    @Nullable Node nodeOf(Object object, int hash) {
      for (Node n = buckets[hash >>> 4 & (buckets.length - 1)]; n != null; n = n.next) {
        if (n.hash == hash && n.resource.refersTo(object)) {
          return n;
        }
      }
      return null;
    }

    void add(int hash, Resource resource) {
      if (size >= buckets.length) {
        rebuild();
      }
      size++;
      int index = hash >>> 4 & (buckets.length - 1);
      buckets[index] = new Node(hash, resource, buckets[index]);
    }

    void remove(Node removed) {
      int index = removed.hash >>> 4 & (buckets.length - 1);
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

    /** Drops what the collector took; doubles only if more than half is left. */
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
      buckets = new Node[alive > old.length / 2 ? old.length * 2 : old.length];
      // A reference that is cleared meanwhile leaves the size too high by one: rebuilt the sooner.
      size = alive;
      for (Node head : old) {
        for (Node n = head; n != null; ) {
          Node next = n.next;
          if (!n.resource.refersTo(null)) {
            int index = n.hash >>> 4 & (buckets.length - 1);
            n.next = buckets[index];
            buckets[index] = n;
          }
          n = next;
        }
      }
    }
  }

  private final Stripe[] stripes = new Stripe[STRIPES];

  WeakIdentityMap() {
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
  }

  private static int hash(Object object) {
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

  /** Maps an object to a resource in place of an earlier one. */
  void put(Object object, Resource resource) {
    int hash = hash(object);
    Stripe stripe = stripes[hash & (STRIPES - 1)];
    synchronized (stripe) {
      Node node = stripe.nodeOf(object, hash);
      if (node != null) {
        stripe.remove(node);
      }
      stripe.add(hash, resource);
    }
  }
}
