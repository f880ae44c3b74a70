package io.ttalloc.rules;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.TypePolicies;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The type that a rule opens or closes, as specified by its clauses. Not thread-safe. */
public final class ResourceType {
  private static final int OF_ALL_RULES =
      RecordLayout.TYPE_HOLDER
          | RecordLayout.TYPE_OWNER
          | RecordLayout.TYPE_HAS_BYTES
          | RecordLayout.TYPE_FREES_OWNED
          | RecordLayout.TYPE_UNKNOWN_CLOSE_IGNORED
          | RecordLayout.TYPE_LEAK_IF_SEVERAL
          | RecordLayout.TYPE_LEAK_IF_SEVERAL_RECLAIMED
          | RecordLayout.TYPE_LEAK_IF_SEVERAL_LOST;

  private final ClassPattern classes;
  private String name;
  private int flags = RecordLayout.TYPE_BY_CONSTRUCTOR;
  private int slotFlags;
  private boolean idempotent = true;
  private boolean usedOnlyOpen;
  private @Nullable String closeCall;
  private @Nullable String freedBy;
  private long limitNanos;
  private List<MethodPattern> optional = List.of();
  private final List<String> givenOutBy = new ArrayList<>(0);
  private final List<String> excluded = new ArrayList<>(0);

  /**
   * @param classes the classes that the rule names; their pattern is also the type's name in
   *     reports, unless a clause sets another name
   */
  public ResourceType(ClassPattern classes) {
    this.classes = classes;
    this.name = classes.toString();
  }

  /** Sets the members that a class may lack. Must be called before the closes are added. */
  public void mayLack(List<MethodPattern> members) {
    optional = members;
  }

  /**
   * Whether a class may lack a method. Objects of a class that lacks every close method cannot be
   * closed.
   */
  public boolean mayLack(MethodPattern method) {
    return MethodPattern.anyCovers(optional, method);
  }

  /** Sets the name in reports. */
  public void called(String typeName) {
    name = typeName;
  }

  /** Adds {@code TYPE_} constants of the ledger's layout. */
  public void flag(int typeFlags) {
    flags |= typeFlags;
  }

  /**
   * Sets the policy for findings with a verdict.
   *
   * @param word the number of the policy's word in {@link TypePolicies}, counted from 1
   */
  public void policy(int verdict, int word) {
    flag(word << (TypePolicies.SHIFT + TypePolicies.BITS * verdict));
  }

  /** Adds {@code FLAG_HAS_} constants that apply to every resource of the type. */
  public void slotFlag(int flagsOfSlots) {
    slotFlags |= flagsOfSlots;
  }

  /** Records that methods other than constructors open resources of the type. */
  public void openedByMethods() {
    flags &= ~RecordLayout.TYPE_BY_CONSTRUCTOR;
  }

  /** Sets whether a second close is allowed; the default is yes. */
  public void idempotent(boolean now) {
    idempotent = now;
  }

  /** Records that calls on a closed resource are a misuse. */
  public void usedOnlyWhileOpen() {
    usedOnlyOpen = true;
  }

  /** Adds a method that returns the number by which the program identifies the resource. */
  public void givenOutBy(String method) {
    givenOutBy.add(method);
  }

  /**
   * Adds a method that closes the resource. Reports show the first close method, except methods
   * that also return a number, such as a method that resizes the resource.
   */
  public void closedBy(String method) {
    if (closeCall == null && !givenOutBy.contains(method)) {
      closeCall = method.concat("()");
    }
  }

  /**
   * Adds a method, in the classes of the rule, that closes the resource; used only if the resource
   * has no close method of its own.
   */
  public void closedByOther(String method) {
    if (closeCall == null && classes.kind() == ClassPattern.Kind.CLASS) {
      String name = classes.name();
      String simple = name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
      closeCall = simple + "." + method + "()";
    }
  }

  /** Sets the call that reports recommend in order to free the resource. */
  public void freedBy(String call) {
    freedBy = call;
  }

  /** Sets how long a resource may be open, in nanoseconds; negative for no limit. */
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
   * Adds what another rule says about the same resources wherever this rule says nothing: their
   * properties, their policies, and how long they may be open.
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

  /** The classes of the rule, as the rule names them. */
  public String classes() {
    return classes.toString();
  }

  /**
   * How long a resource may be open, in nanoseconds; 0 if no clause specifies it, negative for no
   * limit.
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

  /** Whether a call on a closed resource may be a misuse. */
  public boolean isWatchedAfterClose() {
    return usedOnlyOpen || !idempotent;
  }

  /**
   * The call that reports recommend; null if no clause specifies one. For a cache it is not the
   * close call, because nobody closes a cache in order to free its contents.
   */
  public @Nullable String release() {
    return freedBy == null && !isHolder() ? closeCall : freedBy;
  }

  /** Whether a resource of the type is a cache or pool. */
  public boolean isHolder() {
    return (flags & RecordLayout.TYPE_HOLDER) != 0;
  }
}
