package io.ttalloc.probe.resource;

import io.ttalloc.probe.rule.ProbeRules;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link Keyed} of a number. Keeps every {@link Keyed} strongly reachable, so that none
 * is ever collected: nothing shows whether the program still has the number.
 *
 * <p>A closed {@link Keyed} stays in the table until its stripe is half full and is rebuilt; until
 * then, a second close of its number is recognized. After a rebuild, a stripe has at most eight
 * places for each open resource, but never fewer than eight.
 *
 * <p>The locks are striped and held for a few comparisons; nothing that might block is called under
 * them. Entries are removed only by a rebuild, which leaves the old array unchanged until the new
 * one is complete, so an error in the middle loses nothing. Thread-safe.
 *
 * <p>Public only because other packages use the constants of the purposes.
 */
public final class KeyTable {
  /** The purpose of a lookup by woven code: the number was just opened. */
  public static final int OPENED = 0;

  public static final int CLOSED = 1;
  public static final int FOUND = 2;

  /** Like {@link #OPENED}, but for a number that is open already. */
  public static final int ADOPTED = 3;

  private static final int STRIPES = 256;

  /** The bits below this shift select the stripe. */
  private static final int HASH_SHIFT = 8;

  private static final int MIN_PLACES = 8;

  /** A hash table with linear probing, at most half full. */
  private static final class Stripe {
    @Nullable Keyed[] places = new Keyed[MIN_PLACES];
    int used;

    /** The place of a number, or the free place where it would be inserted. */
    int place(String type, long value, @Nullable Object owner, int hash) {
      int mask = places.length - 1;
      int place = hash >>> HASH_SHIFT & mask;
      Keyed there = places[place];
      while (there != null
          && !(there.value == value && there.type.equals(type) && there.isOf(owner))) {
        place = (place + 1) & mask;
        there = places[place];
      }
      return place;
    }

    /** Removes closed entries and makes room. */
    void rebuild() {
      @Nullable Keyed[] old = places;
      int pending = 0;
      for (Keyed keyed : old) {
        pending += keyed != null && keyed.isPending() ? 1 : 0;
      }
      int length = MIN_PLACES;
      while (length < 4 * (pending + 1)) {
        length *= 2;
      }
      @Nullable Keyed[] fresh = new Keyed[length];
      int kept = 0;
      for (Keyed keyed : old) {
        // Meanwhile other entries may have been closed, but none opened, so there is room for all.
        if (keyed != null && keyed.isPending()) {
          int place = hash(keyed) >>> HASH_SHIFT & (length - 1);
          while (fresh[place] != null) {
            place = (place + 1) & (length - 1);
          }
          fresh[place] = keyed;
          kept++;
        }
      }
      used = kept;
      places = fresh;
    }
  }

  private final ProbeRules rules;
  private final Stripe[] stripes = new Stripe[STRIPES];

  KeyTable(ProbeRules rules) {
    this.rules = rules;
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
  }

  private static int hash(String type, long value, int ownerHash) {
    long mixed = (value ^ type.hashCode() ^ (long) ownerHash << 32) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }

  private static int hash(Keyed keyed) {
    return hash(keyed.type, keyed.value, keyed.ownerHash());
  }

  /**
   * Returns the object that represents a number.
   *
   * @param owner the object within which the number is unique; null if it is unique everywhere
   * @param rule index of the rule in {@link ProbeRules}
   * @param purpose {@link #OPENED} and {@link #ADOPTED} create a new object unless the known object
   *     is open; {@link #CLOSED} creates an object, without storing it, if the number is unknown;
   *     {@link #FOUND} never creates an object
   * @return the object; null if there is none, or if the number is 0, which is not a key
   */
  public @Nullable Keyed of(long value, @Nullable Object owner, int rule, int purpose) {
    if (value == 0) {
      return null;
    }
    String type = rules.type(rule).name;
    Keyed known = find(type, value, owner);
    if (purpose == OPENED || purpose == ADOPTED) {
      // While a resource is being closed, its number may already be reused.
      if (known == null || !known.isOpen()) {
        return new Keyed(type, value, owner == null ? null : new Keyed.Pool(owner));
      }
      return known;
    }
    return known == null && purpose == CLOSED ? new Keyed(type, value, null) : known;
  }

  private @Nullable Keyed find(String type, long value, @Nullable Object owner) {
    int hash = hash(type, value, owner == null ? 0 : System.identityHashCode(owner));
    Stripe stripe = stripes[hash & (STRIPES - 1)];
    synchronized (stripe) {
      return stripe.places[stripe.place(type, value, owner, hash)];
    }
  }

  /**
   * Stores an object, replacing an earlier object for the same number; returns false if the earlier
   * object is open or being opened.
   */
  boolean keep(Keyed keyed) {
    int hash = hash(keyed);
    Object owner = keyed.owner();
    Stripe stripe = stripes[hash & (STRIPES - 1)];
    synchronized (stripe) {
      int place = stripe.place(keyed.type, keyed.value, owner, hash);
      Keyed known = stripe.places[place];
      if (known != null && known != keyed && known.isOpen()) {
        return false;
      }
      if (known == null) {
        if (stripe.used >= stripe.places.length / 2) {
          stripe.rebuild();
          place = stripe.place(keyed.type, keyed.value, owner, hash);
        }
        stripe.used++;
      }
      stripe.places[place] = keyed;
      return true;
    }
  }
}
