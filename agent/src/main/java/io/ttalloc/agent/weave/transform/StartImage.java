package io.ttalloc.agent.weave.transform;

import io.ttalloc.cache.ByteReader;
import io.ttalloc.cache.ByteWriter;
import io.ttalloc.cache.NameTable;
import io.ttalloc.rules.ClassPattern;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The results of an earlier process for the same rules: the JDK classes to which rules apply, the
 * JDK classes to which no rule applies, the other classes to which rules may apply, and the facts
 * about the rules that the ledger and the probe need. With such an image, a process need not read
 * the rules before an unknown class is loaded. Immutable.
 */
public final class StartImage {
  private static final ClassPattern.Kind[] KINDS = ClassPattern.Kind.values();

  private final Rules about;

  /** The names in the rules. */
  private final NameTable named;

  /** JDK classes to which no rule applies; flagged if none applies to their subclasses either. */
  private final NameTable unconcerned;

  /** The rules by which JDK classes are woven, by class name. */
  private final Map<String, String> woven;

  private StartImage(
      Rules about, NameTable named, NameTable unconcerned, Map<String, String> woven) {
    this.about = about;
    this.named = named;
    this.unconcerned = unconcerned;
    this.woven = woven;
  }

  /**
   * The facts about the rules as a whole.
   *
   * @param hash a hash of all rules, in their order
   * @param prefixesNatives whether native methods get a prefix
   * @param tracksAtOnce whether rules apply to classes that are loaded before the program
   * @param codeFacts the facts about code that the ledger records
   * @param closedByOthers the types whose resources are closed by methods of other objects
   * @param patterns the packages that the rules name
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Rules(
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
    private final NameTable.Builder unconcerned = new NameTable.Builder();

    /**
     * @param named the internal names of the classes that rules name
     */
    public Builder(Rules about, Collection<String> named) {
      this.about = about;
      this.named = named;
    }

    /** Adds the contents of an earlier image if that image is for the same rules. */
    public void addAll(StartImage before) {
      if (before.about.hash == about.hash) {
        woven.putAll(before.woven);
        unconcerned.addAll(before.unconcerned);
      }
    }

    /** Adds JDK classes by name, with the rules by which they are woven. */
    public void addWoven(Map<String, String> more) {
      woven.putAll(more);
    }

    /** Adds a JDK class to which no rule applies. */
    public void addUnconcerned(String name, boolean heirsToo) {
      unconcerned.add(name, heirsToo);
    }

    public StartImage build() {
      NameTable.Builder names = new NameTable.Builder();
      for (String name : named) {
        names.add(name, false);
      }
      return new StartImage(about, names.build(), unconcerned.build(), new HashMap<>(woven));
    }
  }

  @SuppressWarnings("EnumOrdinal") // only the build that wrote it reads it
  byte[] toByteArray() {
    ByteWriter out = new ByteWriter();
    out.writeLong(about.hash);
    out.writeBoolean(about.prefixesNatives);
    out.writeBoolean(about.tracksAtOnce);
    out.writeBytes(about.codeFacts);
    out.writeTexts(about.closedByOthers);
    out.writeInt(about.patterns.size());
    for (ClassPattern pattern : about.patterns) {
      out.writeText(pattern.name());
      out.writeByte(pattern.kind().ordinal());
    }
    named.writeTo(out);
    unconcerned.writeTo(out);
    // Sorted, so that the same classes produce the same bytes.
    Map<String, String> inOrder = new TreeMap<>(woven);
    out.writeInt(inOrder.size());
    for (Map.Entry<String, String> each : inOrder.entrySet()) {
      out.writeText(each.getKey());
      out.writeText(each.getValue());
    }
    return out.toByteArray();
  }

  /** Reads an image that {@link #toByteArray} wrote. */
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
    NameTable named = NameTable.read(in);
    NameTable unconcerned = NameTable.read(in);
    int count = in.readCount(2);
    Map<String, String> woven = new HashMap<>(count * 2);
    for (int i = 0; i < count; i++) {
      String name = in.readText();
      woven.put(name, in.readText());
    }
    Rules about = new Rules(hash, prefixes, tracks, codeFacts, closed, List.of(patterns));
    return new StartImage(about, named, unconcerned, woven);
  }

  /** A hash of all rules, in their order. */
  public long rules() {
    return about.hash;
  }

  public boolean prefixesNatives() {
    return about.prefixesNatives;
  }

  /** Whether rules apply to classes that are loaded before the program. */
  public boolean tracksAtOnce() {
    return about.tracksAtOnce;
  }

  public byte[] codeFacts() {
    return about.codeFacts;
  }

  public List<String> closedByOthers() {
    return about.closedByOthers;
  }

  /** The rules by which a JDK class is woven; null if that is unknown. */
  public @Nullable String wovenBy(String name) {
    return woven.get(name);
  }

  /** Whether it is known that no rule applies to a JDK class, given by its internal name. */
  public boolean isUnconcerned(String name) {
    return unconcerned.contains(name);
  }

  /** Whether it is known that no rule applies to a class because the class has this supertype. */
  public boolean leavesHeirsAlone(String name) {
    return unconcerned.isFlagged(name);
  }

  /** Whether rules may name a class, given by its internal name. */
  public boolean mayName(String name) {
    if (named.contains(name)) {
      return true;
    }
    for (ClassPattern pattern : about.patterns) {
      if (pattern.matches(name)) {
        return true;
      }
    }
    return false;
  }
}
