package io.ttalloc.rules;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.TypePolicies;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The type that a rule opens or closes, as its clauses describe it. Not thread-safe. */
public final class ResourceType {
  private static final int OF_ALL_RULES =
      RecordLayout.TYPE_HOLDER
          | RecordLayout.TYPE_OWNER
          | RecordLayout.TYPE_HAS_BYTES
          | RecordLayout.TYPE_FREES_OWNED
          | RecordLayout.TYPE_UNKNOWN_CLOSE_IGNORED
          | RecordLayout.TYPE_LEAK_IF_SEVERAL
          | RecordLayout.TYPE_LEAK_IF_SEVERAL_RECLAIMED;

  private final ClassPattern classes;
  private String name;
  private int flags = RecordLayout.TYPE_BY_CONSTRUCTOR;
  private int slotFlags;
  private boolean idempotent = true;
  private boolean usedOnlyOpen;
  private @Nullable String closeCall;
  private @Nullable String freedBy;
  private long limitNanos;
  private final List<String> givenOutBy = new ArrayList<>(0);
  private final List<String> excluded = new ArrayList<>(0);

  /**
   * @param classes which classes the rule names, and what reports call it unless a clause says
   *     otherwise
   */
  public ResourceType(ClassPattern classes) {
    this.classes = classes;
    this.name = classes.toString();
  }

  /** Says what reports call it. */
  public void called(String typeName) {
    name = typeName;
  }

  /** Adds {@code TYPE_} constants of the ledger's layout. */
  public void flag(int typeFlags) {
    flags |= typeFlags;
  }

  /** Says by a word of {@link TypePolicies}, from 1, what findings with a verdict are. */
  public void policy(int verdict, int word) {
    flag(word << (TypePolicies.SHIFT + TypePolicies.BITS * verdict));
  }

  /** Adds {@code FLAG_HAS_} constants that hold for every resource of the type. */
  public void slotFlag(int flagsOfSlots) {
    slotFlags |= flagsOfSlots;
  }

  /** Says that not only constructors open it. */
  public void openedByMethods() {
    flags &= ~RecordLayout.TYPE_BY_CONSTRUCTOR;
  }

  /** Says whether a second close is no misuse, as it is not unless something else is said. */
  public void idempotent(boolean now) {
    idempotent = now;
  }

  /** Says that calls on a closed one are a misuse. */
  public void usedOnlyWhileOpen() {
    usedOnlyOpen = true;
  }

  /** Sets the method that returns the number by which the program knows it. */
  public void givenOutBy(String method) {
    givenOutBy.add(method);
  }

  /** Says which method closes it: the first that does not give it out again, as a resizing does. */
  public void closedBy(String method) {
    if (closeCall == null && !givenOutBy.contains(method)) {
      closeCall = method.concat("()");
    }
  }

  /** Says which method of the classes that the rule names closes it, unless it closes itself. */
  public void closedByOther(String method) {
    if (closeCall == null && classes.kind() == ClassPattern.Kind.CLASS) {
      String name = classes.name();
      String simple = name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
      closeCall = simple + "." + method + "()";
    }
  }

  /** Says which call reports are to recommend. */
  public void freedBy(String call) {
    freedBy = call;
  }

  /** Says how long one may be open, in nanoseconds; negative for any time. */
  public void openAtMost(long nanos) {
    limitNanos = nanos;
  }

  /** Excludes classes, given as a pattern, and their subtypes. */
  public void excludes(String classes) {
    excluded.add(classes);
  }

  /** The excluded classes, each as a pattern. */
  public List<String> excluded() {
    return excluded;
  }

  /**
   * Adds what another rule says of the same resources, where this one says nothing: what they are,
   * what a report makes of them, and for how long one may be open.
   */
  public void completeBy(ResourceType other) {
    flags |= other.flags & OF_ALL_RULES;
    int bits = TypePolicies.MASK << TypePolicies.SHIFT;
    for (; bits < RecordLayout.TYPE_KEYED; bits <<= TypePolicies.BITS) {
      if ((flags & bits) == 0) {
        flags |= other.flags & bits;
      }
    }
    if (limitNanos == 0) {
      limitNanos = other.limitNanos;
    }
  }

  public String name() {
    return name;
  }

  /** The classes of the rule, as it names them. */
  public String classes() {
    return classes.toString();
  }

  /**
   * The time for which one may be open, in nanoseconds; 0 if no clause says, negative for any time.
   */
  public long limitNanos() {
    return limitNanos;
  }

  public int flags() {
    return flags;
  }

  public int slotFlags() {
    return slotFlags;
  }

  public boolean isIdempotent() {
    return idempotent;
  }

  /** Whether a call on a closed one may be a misuse. */
  public boolean isWatchedAfterClose() {
    return usedOnlyOpen || !idempotent;
  }

  /** The call that reports recommend; null if no clause says one. Nobody closes a cache for it. */
  public @Nullable String release() {
    return freedBy == null && !isHolder() ? closeCall : freedBy;
  }

  /** Whether it is a cache or pool. */
  public boolean isHolder() {
    return (flags & RecordLayout.TYPE_HOLDER) != 0;
  }
}
