package io.ttalloc.agent.weave.transform;

import io.ttalloc.agent.cache.ByteReader;
import io.ttalloc.agent.cache.ByteWriter;
import io.ttalloc.agent.cache.DamagedException;
import io.ttalloc.rules.ClassPattern;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an earlier process has found out about the same rules, so that a process need not read them
 * before a class comes that is not known: which classes of the JDK they are about, and which they
 * are not about; which other classes they may be about; and what the ledger and the probe have to
 * know of them. Immutable.
 *
 * <p>Classes that rules are not about are many, and each is known by a hash of its name. Two of 64
 * bits may be the same, but no two among the names of a JDK are.
 */
public final class StartImage {
  private static final int ENTRY = Long.BYTES;

  /** In the hash of a name: that the rules are not about subtypes of the class either. */
  private static final long HEIRS_TOO = 1;

  /** In each hash of a name, so that none is 0. */
  private static final long NOT_EMPTY = 2;

  private static final ClassPattern.Kind[] KINDS = ClassPattern.Kind.values();

  private final long rules;
  private final boolean prefixesNatives;
  private final boolean tracksAtOnce;
  private final byte[] codeFacts;
  private final List<String> closedByOthers;
  private final List<ClassPattern> patterns;

  /** A hash table of the names that rules name. */
  private final byte[] named;

  /** A hash table of the names of classes of the JDK that the rules are not about. */
  private final byte[] unconcerned;

  /** By the names of classes of the JDK, by which rules they are woven. */
  private final Map<String, String> woven;

  private StartImage(Rules about, byte[] named, byte[] unconcerned, Map<String, String> woven) {
    this.rules = about.hash;
    this.prefixesNatives = about.prefixesNatives;
    this.tracksAtOnce = about.tracksAtOnce;
    this.codeFacts = about.codeFacts;
    this.closedByOthers = about.closedByOthers;
    this.patterns = about.patterns;
    this.named = named;
    this.unconcerned = unconcerned;
    this.woven = woven;
  }

  /**
   * What is to be known of rules as a whole.
   *
   * @param hash of all rules, in their order
   * @param prefixesNatives whether native methods get a prefix
   * @param tracksAtOnce whether classes are loaded before a program that they are about
   * @param codeFacts what the ledger has to know of code
   * @param closedByOthers the types whose resources are closed by methods of other objects
   * @param patterns what they name beside single classes
   */
  @SuppressWarnings("ArrayRecordComponent")
  public // never compared
  record Rules(
      long hash,
      boolean prefixesNatives,
      boolean tracksAtOnce,
      byte[] codeFacts,
      List<String> closedByOthers,
      List<ClassPattern> patterns) {
    public Rules {
      closedByOthers = List.copyOf(closedByOthers);
      patterns = List.copyOf(patterns);
    }
  }

  /** Collects what is known. Not thread-safe. */
  public static final class Builder {
    private final Rules about;
    private final Collection<String> named;
    private final Map<String, String> woven = new TreeMap<>();
    private long[] unconcerned = new long[64];
    private int count;

    /**
     * @param named internal names of the classes that rules name
     */
    public Builder(Rules about, Collection<String> named) {
      this.about = about;
      this.named = named;
    }

    /** Adds what was known before, if it was of the same rules. */
    public void addAll(StartImage before) {
      if (before.rules == about.hash) {
        woven.putAll(before.woven);
        for (int at = 0; at < before.unconcerned.length; at += ENTRY) {
          long hash = longAt(before.unconcerned, at);
          if (hash != 0) {
            add(hash);
          }
        }
      }
    }

    /** Adds classes of the JDK by their names, and by which rules they are woven. */
    public void addWoven(Map<String, String> more) {
      woven.putAll(more);
    }

    /** Adds a class of the JDK that rules are not about. */
    public void addUnconcerned(String name, boolean heirsToo) {
      add(hash(name) | (heirsToo ? HEIRS_TOO : 0));
    }

    private void add(long hash) {
      if (count == unconcerned.length) {
        unconcerned = Arrays.copyOf(unconcerned, count * 2);
      }
      unconcerned[count++] = hash;
    }

    public StartImage build() {
      long[] names = new long[named.size()];
      int next = 0;
      for (String name : named) {
        names[next++] = hash(name);
      }
      return new StartImage(
          about, table(names), table(Arrays.copyOf(unconcerned, count)), new HashMap<>(woven));
    }

    /** Each once; if one is there with and without heirs, the latter. */
    private static byte[] table(long[] hashes) {
      Arrays.sort(hashes);
      int places = Integer.highestOneBit(Math.max(1, hashes.length)) << 2;
      long[] table = new long[places];
      for (int i = 0; i < hashes.length; i++) {
        boolean again = i > 0 && (hashes[i] | HEIRS_TOO) == (hashes[i - 1] | HEIRS_TOO);
        if (!again) {
          int place = placeOf(hashes[i], places);
          while (table[place] != 0) {
            place = (place + 1) & (places - 1);
          }
          table[place] = hashes[i];
        }
      }
      ByteWriter out = new ByteWriter();
      for (long hash : table) {
        out.writeLong(hash);
      }
      return out.toByteArray();
    }
  }

  @SuppressWarnings("EnumOrdinal") // only the build that wrote it reads it
  byte[] toByteArray() {
    ByteWriter out = new ByteWriter();
    out.writeLong(rules);
    out.writeBoolean(prefixesNatives);
    out.writeBoolean(tracksAtOnce);
    out.writeBytes(codeFacts);
    out.writeTexts(closedByOthers);
    out.writeInt(patterns.size());
    for (ClassPattern pattern : patterns) {
      out.writeText(pattern.name());
      out.writeByte(pattern.kind().ordinal());
    }
    out.writeBytes(named);
    out.writeBytes(unconcerned);
    // In order: the same classes are the same bytes.
    Map<String, String> inOrder = new TreeMap<>(woven);
    out.writeInt(inOrder.size());
    for (Map.Entry<String, String> each : inOrder.entrySet()) {
      out.writeText(each.getKey());
      out.writeText(each.getValue());
    }
    return out.toByteArray();
  }

  /** As {@link #toByteArray} has written it. */
  static StartImage of(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    long hash = in.readLong();
    boolean prefixes = in.readBoolean();
    boolean tracks = in.readBoolean();
    byte[] codeFacts = in.readBytes();
    List<String> closed = in.readTexts();
    ClassPattern[] patterns = new ClassPattern[in.readCount(2)];
    for (int i = 0; i < patterns.length; i++) {
      String name = in.readText();
      patterns[i] = new ClassPattern(name, KINDS[in.readIndex(KINDS.length)]);
    }
    byte[] named = table(in);
    byte[] unconcerned = table(in);
    int count = in.readCount(2);
    Map<String, String> woven = new HashMap<>(count * 2);
    for (int i = 0; i < count; i++) {
      String name = in.readText();
      woven.put(name, in.readText());
    }
    Rules about = new Rules(hash, prefixes, tracks, codeFacts, closed, List.of(patterns));
    return new StartImage(about, named, unconcerned, woven);
  }

  private static byte[] table(ByteReader in) {
    byte[] table = in.readBytes();
    if (table.length % ENTRY != 0 || Integer.bitCount(table.length / ENTRY) != 1) {
      throw new DamagedException();
    }
    return table;
  }

  /** A hash of all rules, in their order. */
  public long rules() {
    return rules;
  }

  public boolean prefixesNatives() {
    return prefixesNatives;
  }

  /** Whether classes are loaded before a program that the rules are about. */
  public boolean tracksAtOnce() {
    return tracksAtOnce;
  }

  public byte[] codeFacts() {
    return codeFacts;
  }

  public List<String> closedByOthers() {
    return closedByOthers;
  }

  /** By which rules a class of the JDK is woven; null if that is not known. */
  public @Nullable String wovenBy(String name) {
    return woven.get(name);
  }

  /** Whether it is known that the rules are not about a class of the JDK, by its internal name. */
  public boolean isUnconcerned(String name) {
    return find(unconcerned, hash(name)) != 0;
  }

  /** Whether they are not about any class for the sake of this super type. */
  public boolean leavesHeirsAlone(String name) {
    return (find(unconcerned, hash(name)) & HEIRS_TOO) != 0;
  }

  /** Whether rules may name a class, by its internal name. */
  public boolean mayName(String name) {
    if (find(named, hash(name)) != 0) {
      return true;
    }
    for (ClassPattern pattern : patterns) {
      if (pattern.matches(name)) {
        return true;
      }
    }
    return false;
  }

  /** The hash that is there, or 0. */
  private static long find(byte[] table, long hash) {
    int places = table.length / ENTRY;
    int place = placeOf(hash, places);
    for (int i = 0; i < places; i++) {
      long there = longAt(table, place * ENTRY);
      if (there == 0 || (there & ~HEIRS_TOO) == hash) {
        return there;
      }
      place = (place + 1) & (places - 1);
    }
    return 0;
  }

  /** The number of places is a power of two. The flag does not matter. */
  private static int placeOf(long hash, int places) {
    return ((int) (hash >>> Integer.SIZE) ^ (int) hash >>> 2) & (places - 1);
  }

  private static long longAt(byte[] from, int at) {
    return (long) intAt(from, at) << Integer.SIZE
        | (intAt(from, at + Integer.BYTES) & 0xFFFF_FFFFL);
  }

  private static int intAt(byte[] from, int at) {
    return (from[at] & 0xFF) << 24
        | (from[at + 1] & 0xFF) << 16
        | (from[at + 2] & 0xFF) << 8
        | (from[at + 3] & 0xFF);
  }

  /** With room for the flag. */
  private static long hash(String name) {
    // What the JVM computes anyway, and another one of a few characters.
    int length = name.length();
    int second = length;
    for (int i = length - 1; i >= 0; i -= 1 + length / 12) {
      second = second * 31 + name.charAt(i);
    }
    long both = (long) name.hashCode() << Integer.SIZE | (second & 0xFFFF_FFFFL);
    return (both & ~HEIRS_TOO) | NOT_EMPTY;
  }
}
