package io.ttalloc.agent.weave.transform;

import io.ttalloc.agent.weave.check.CloseCheck;
import io.ttalloc.cache.ByteReader;
import io.ttalloc.cache.ByteWriter;
import io.ttalloc.cache.DamagedException;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeRules.Scope;
import io.ttalloc.probe.rule.ProbeRules.ScopeKind;
import io.ttalloc.probe.rule.ProbeType;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Facts about a class that the probe has to know before its woven code runs. Weaving records the
 * facts and changes nothing else; {@link #apply} passes them to the probe, in this process or in a
 * later one. Not thread-safe.
 */
final class ProbeFacts {
  private static final byte TYPE = 1;
  private static final byte SCOPE = 2;
  private static final byte OPENS = 3;
  private static final byte EVERY_CONSTRUCTOR_OPENS = 4;
  private static final byte CLOSES_SEEN = 5;
  private static final byte CLOSE_OVERRIDABLE = 6;
  private static final byte CLOSES_UNSEEN = 7;
  private static final byte DESCRIPTION = 8;

  private static final ScopeKind[] KINDS = ScopeKind.values();

  private final ByteWriter out = new ByteWriter();
  private final Placeholders placeholders;

  /** The number of types written. */
  private int types;

  /** The scopes that have been written; each is written only once. */
  private final List<byte[]> scopes = new ArrayList<>(0);

  ProbeFacts(Placeholders placeholders) {
    this.placeholders = placeholders;
  }

  /** All facts that were added. */
  byte[] toByteArray() {
    return out.toByteArray();
  }

  /**
   * Adds the type of a rule, and returns the placeholder for its index.
   *
   * @param flags the flags of the type, including what all rules together say about its closes
   * @param release the call that closes a resource of the type, according to any rule; null if none
   *     names one
   * @param forgotten see {@link ProbeType}
   */
  int type(Rule rule, ResourceType type, int flags, @Nullable String release, boolean forgotten) {
    out.writeByte(TYPE);
    out.writeText(type.name());
    out.writeText(rule.classes().toString());
    out.writeInt(flags);
    out.writeInt(type.slotFlags());
    out.writeBoolean(type.isIdempotent());
    out.writeText(release);
    out.writeLong(type.limitNanos());
    out.writeBoolean(type.isWatchedAfterClose());
    out.writeBoolean(forgotten);
    out.writeTexts(List.of(Clauses.attributesOf(rule)));
    out.writeTexts(type.excluded());
    return placeholders.ofType(types++);
  }

  /** Reads a type as {@link #type} has written it, in the order of the constructor's parameters. */
  private static ProbeType readType(ByteReader in) {
    return new ProbeType(
        in.readText(),
        in.readText(),
        in.readInt(),
        in.readInt(),
        in.readBoolean(),
        in.readTextOrNull(),
        in.readLong(),
        in.readBoolean(),
        in.readBoolean(),
        in.readTexts().toArray(new String[0]),
        in.readTexts());
  }

  /** Adds a scope, and returns the placeholder for its index. */
  @SuppressWarnings("EnumOrdinal") // only the build that wrote it reads it
  int scope(ScopeKind kind, String name, boolean ofConstructor) {
    ByteWriter scope = new ByteWriter();
    scope.writeByte(SCOPE);
    scope.writeByte(kind.ordinal());
    scope.writeText(name);
    scope.writeBoolean(ofConstructor);
    byte[] written = scope.toByteArray();
    for (int i = 0; i < scopes.size(); i++) {
      if (Arrays.equals(scopes.get(i), written)) {
        return placeholders.ofScope(i);
      }
    }
    scopes.add(written);
    out.writeRaw(written);
    return placeholders.ofScope(scopes.size() - 1);
  }

  /**
   * Like {@link ProbeRules#opens}.
   *
   * @param type as returned by {@link #type}
   */
  void opens(int type, String className, String method) {
    out.writeByte(OPENS);
    out.writeInt(type - placeholders.ofType(0));
    out.writeText(className);
    out.writeText(method);
  }

  /** Like {@link ProbeRules#everyConstructorOpens}. */
  void everyConstructorOpens(String className) {
    out.writeByte(EVERY_CONSTRUCTOR_OPENS);
    out.writeText(className);
  }

  /** Like {@link ProbeRules#closesAreSeenIn}. */
  void closesAreSeenIn(String className) {
    out.writeByte(CLOSES_SEEN);
    out.writeText(className);
  }

  /** Like {@link ProbeRules#closeMayBeOverridden}. */
  void closeMayBeOverridden(
      String className,
      @Nullable String typeName,
      String method,
      String descriptor,
      boolean internal,
      String where) {
    out.writeByte(CLOSE_OVERRIDABLE);
    out.writeText(className);
    out.writeText(typeName);
    out.writeText(method);
    out.writeText(descriptor);
    out.writeBoolean(internal);
    out.writeText(where);
  }

  /**
   * Like {@link ProbeRules#describes}.
   *
   * @param type as returned by {@link #type}; negative if there is none
   */
  void describes(
      String className,
      @Nullable String typeName,
      int type,
      boolean ofThisClass,
      int flags,
      long limitNanos) {
    out.writeByte(DESCRIPTION);
    out.writeText(className);
    out.writeText(typeName);
    out.writeInt(type < 0 ? type : type - placeholders.ofType(0));
    out.writeBoolean(ofThisClass);
    out.writeInt(flags);
    out.writeLong(limitNanos);
  }

  /** Adds the closes that go unseen to the facts. */
  static byte[] with(List<CloseCheck.Found> closes, byte[] facts) {
    ByteWriter all = new ByteWriter();
    for (CloseCheck.Found each : closes) {
      write(each, all);
    }
    all.writeRaw(facts);
    return all.toByteArray();
  }

  private static void write(CloseCheck.Found closes, ByteWriter out) {
    out.writeByte(CLOSES_UNSEEN);
    out.writeText(closes.className());
    out.writeText(closes.typeName());
    out.writeText(closes.what());
    out.writeBoolean(closes.exist());
  }

  /**
   * Passes all facts to the probe.
   *
   * @param facts as returned by {@link #toByteArray}
   * @param woven the class file, in which the indexes replace the placeholders
   * @param places the offsets of the placeholders, as returned by {@link Placeholders#in}
   */
  static void apply(byte[] facts, byte[] woven, int[] places, ProbeRules to) {
    List<Integer> types = new ArrayList<>(1);
    List<Integer> scopes = new ArrayList<>(0);
    ByteReader in = new ByteReader(facts);
    while (!in.isAtEnd()) {
      byte kind = in.readByte();
      switch (kind) {
        case TYPE -> types.add(to.add(readType(in), types));
        case SCOPE ->
            scopes.add(
                to.add(
                    new Scope(KINDS[in.readIndex(KINDS.length)], in.readText(), in.readBoolean())));
        case OPENS -> to.opens(indexOf(in.readInt(), types), in.readText(), in.readText());
        case DESCRIPTION -> describe(in, types, to);
        default -> apply(kind, in, to);
      }
    }
    Placeholders.fill(woven, places, array(types), array(scopes));
  }

  private static void apply(byte kind, ByteReader in, ProbeRules to) {
    switch (kind) {
      case EVERY_CONSTRUCTOR_OPENS -> to.everyConstructorOpens(in.readText());
      case CLOSES_SEEN -> to.closesAreSeenIn(in.readText());
      case CLOSE_OVERRIDABLE ->
          to.closeMayBeOverridden(
              in.readText(),
              in.readTextOrNull(),
              in.readText(),
              in.readText(),
              in.readBoolean(),
              in.readText());
      case CLOSES_UNSEEN ->
          to.closesUnseenIn(
              in.readText(), in.readTextOrNull(), in.readTextOrNull(), in.readBoolean());
      default -> throw new DamagedException();
    }
  }

  private static void describe(ByteReader in, List<Integer> types, ProbeRules to) {
    String className = in.readText();
    String typeName = in.readTextOrNull();
    int type = in.readInt();
    to.describes(
        className,
        typeName,
        type < 0 ? type : indexOf(type, types),
        in.readBoolean(),
        in.readInt(),
        in.readLong());
  }

  private static int indexOf(int number, List<Integer> indexes) {
    if (number < 0 || number >= indexes.size()) {
      throw new DamagedException();
    }
    return indexes.get(number);
  }

  private static int[] array(List<Integer> numbers) {
    int[] array = new int[numbers.size()];
    for (int i = 0; i < array.length; i++) {
      array[i] = numbers.get(i);
    }
    return array;
  }
}
