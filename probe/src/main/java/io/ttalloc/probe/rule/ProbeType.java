package io.ttalloc.probe.rule;

import io.ttalloc.ledger.RecordLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One resource type. Immutable, except for the record of which attributes were unreadable. */
public final class ProbeType {
  /**
   * A prefix of a class name in the list of excluded classes: all classes are excluded except this
   * one.
   */
  public static final String ALL_BUT = "!";

  /** The index of an attribute; attributes are read in this order. */
  public static final int BYTES = 0;

  public static final int EXTENT = 1;
  public static final int ADDRESS = 2;
  public static final int DEVICE = 3;
  public static final int LABEL = 8;

  /** The number of attributes. */
  public static final int ATTRIBUTES = 9;

  /** Stands for a number that a hook does not report, for example because it could not be read. */
  public static final long NOT_READ = Long.MIN_VALUE;

  /** Stands for a device number that a hook does not report. */
  public static final int NO_DEVICE_READ = Integer.MIN_VALUE;

  /**
   * The number of stack overflows that each skip only the attribute being read. Every further
   * overflow also skips the remaining attributes.
   */
  private static final int OVERFLOWS = 64;

  /** The limit of a type whose rule sets none; the default of {@link ProbeRules} applies. */
  public static final long LIMIT_NOT_SAID = 0;

  /** The limit of a type whose resources may stay open indefinitely. */
  public static final long NO_LIMIT = -1;

  private static final int OWNERS =
      RecordLayout.TYPE_OWNER | RecordLayout.TYPE_FREES_OWNED | RecordLayout.TYPE_HOLDER;

  public final String name;

  /** The class or classes covered by the rule, as the rule names them. */
  public final String classes;

  public final int flags;
  public final int slotFlags;
  public final boolean idempotent;
  public final @Nullable String release;
  final long limitNanos;
  public final boolean freesOwned;
  public final boolean mayOwn;
  public final boolean byConstructor;
  public final boolean unknownCloseIgnored;

  /** Whether a call on a closed resource may be a misuse. */
  public final boolean isWatchedAfterClose;

  /** Whether a closed resource need not be found again, because no call on it has any effect. */
  public final boolean isForgotten;

  /** Whether the label is needed to name a closed resource in a misuse. */
  public final boolean keepsLabels;

  /** Classes whose objects are not tracked; null if there are none. */
  public final @Nullable ExcludedClasses excluded;

  private final String[] attributes;

  /** A bit for each attribute that could not be read. */
  private final AtomicInteger unreadable = new AtomicInteger();

  private final AtomicInteger overflows = new AtomicInteger();

  /**
   * @param flags {@code TYPE_} constants of the ledger's layout; {@code TYPE_CLOSES_UNSEEN} means
   *     that the rule names methods that close a resource of this type, and applies to a class
   *     unless closes of that class or of a supertype {@linkplain ProbeRules#closesAreSeenIn are
   *     seen}
   * @param slotFlags {@code FLAG_HAS_} constants of the ledger's layout that apply to every
   *     resource of this type
   * @param idempotent whether a second close is allowed
   * @param release the calls that release a resource of this type, as a report shows them; null if
   *     unknown
   */
  public ProbeType(
      String name, int flags, int slotFlags, boolean idempotent, @Nullable String release) {
    this(
        name,
        name,
        flags,
        slotFlags,
        idempotent,
        release,
        LIMIT_NOT_SAID,
        !idempotent,
        false,
        new String[0],
        List.of());
  }

  /**
   * @param classes the class or classes covered by the rule, as the rule names them
   * @param limitNanos the time for which a resource may stay open, in nanoseconds, or {@link
   *     #LIMIT_NOT_SAID} or {@link #NO_LIMIT}
   * @param watchedAfterClose whether a call on a closed resource may be a misuse
   * @param forgotten whether no rule needs to find a closed resource again: a second close counts
   *     as the close of an unknown object, and nothing opens it again
   * @param attributes the names of the attributes in messages, each at the index that woven code
   *     uses for it; empty for attributes that the rule does not read
   * @param excluded patterns of classes that the rule excludes, see {@link ExcludedClasses}
   */
  public ProbeType(
      String name,
      String classes,
      int flags,
      int slotFlags,
      boolean idempotent,
      @Nullable String release,
      long limitNanos,
      boolean watchedAfterClose,
      boolean forgotten,
      String[] attributes,
      List<String> excluded) {
    this.name = name;
    this.classes = classes;
    this.flags = flags;
    this.slotFlags = slotFlags;
    this.idempotent = idempotent;
    this.release = release;
    this.limitNanos = limitNanos;
    this.freesOwned = (flags & RecordLayout.TYPE_FREES_OWNED) != 0;
    this.byConstructor = (flags & RecordLayout.TYPE_BY_CONSTRUCTOR) != 0;
    this.unknownCloseIgnored = (flags & RecordLayout.TYPE_UNKNOWN_CLOSE_IGNORED) != 0;
    this.mayOwn = (flags & OWNERS) != 0;
    this.isWatchedAfterClose = watchedAfterClose;
    this.isForgotten = forgotten && !watchedAfterClose && !mayOwn;
    this.excluded = excluded.isEmpty() ? null : new ExcludedClasses(excluded);
    this.attributes = attributes.clone();
    this.keepsLabels =
        watchedAfterClose && attributes.length > LABEL && !attributes[LABEL].isEmpty();
  }

  /** The same type with other flags and another limit; this object if neither differs. */
  ProbeType completed(int newFlags, long newLimitNanos) {
    return newFlags == flags && newLimitNanos == limitNanos
        ? this
        : new ProbeType(
            name,
            classes,
            newFlags,
            slotFlags,
            idempotent,
            release,
            newLimitNanos,
            isWatchedAfterClose,
            isForgotten,
            attributes,
            excluded == null ? List.of() : excluded.patterns());
  }

  /** Whether two types are equal, apart from which attributes were unreadable. */
  boolean isSameAs(ProbeType other) {
    return flags == other.flags
        && slotFlags == other.slotFlags
        && idempotent == other.idempotent
        && limitNanos == other.limitNanos
        && isWatchedAfterClose == other.isWatchedAfterClose
        && isForgotten == other.isForgotten
        && name.equals(other.name)
        && classes.equals(other.classes)
        && (release == null ? other.release == null : release.equals(other.release))
        && Arrays.equals(attributes, other.attributes)
        && (excluded == null
            ? other.excluded == null
            : other.excluded != null && excluded.isSameAs(other.excluded));
  }

  /**
   * The name of an attribute, for the message that it could not be read; null if that was reported
   * before.
   */
  public @Nullable String newlyUnreadable(int attribute) {
    int bit = 1 << attribute;
    int seen = unreadable.get();
    while ((seen & bit) == 0) {
      if (unreadable.compareAndSet(seen, seen | bit)) {
        return attribute < attributes.length ? attributes[attribute] : name;
      }
      seen = unreadable.get();
    }
    return null;
  }

  /**
   * The index of the next attribute to read. If reading an attribute opens a resource, and reading
   * the attributes of that resource opens another, only a stack overflow ends the recursion;
   * continuing with the next attribute on every level would then take exponential time.
   */
  public int nextToRead(int unreadable, Throwable thrown) {
    boolean goesOn =
        !(thrown instanceof StackOverflowError) || overflows.incrementAndGet() <= OVERFLOWS;
    return goesOn ? unreadable + 1 : ATTRIBUTES;
  }
}
