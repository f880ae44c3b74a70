package io.ttalloc.probe.rule;

import io.ttalloc.ledger.RecordLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One resource type. Only which of its attributes were unreadable ever changes. */
public final class ProbeType {
  /** Before the name of a class among the excluded: all classes are omitted but exactly this. */
  public static final String ALL_BUT = "!";

  /** The indexes of attributes, in the order in which they are read. */
  public static final int BYTES = 0;

  public static final int EXTENT = 1;
  public static final int ADDRESS = 2;
  public static final int DEVICE = 3;
  public static final int LABEL = 8;

  /** The number of them. */
  public static final int ATTRIBUTES = 9;

  /** Stands for a number that a hook says nothing of, since it could not be read, say. */
  public static final long NOT_READ = Long.MIN_VALUE;

  /** Stands for such a device. */
  public static final int NO_DEVICE_READ = Integer.MIN_VALUE;

  /**
   * The number of times reading may end the stack before one that does costs those after it, too.
   */
  private static final int OVERFLOWS = 64;

  /** The limit of a type whose rule sets none; the limit of {@link ProbeRules} applies. */
  public static final long LIMIT_NOT_SAID = 0;

  /** The limit of a type whose resources may be open for any time. */
  public static final long NO_LIMIT = -1;

  private static final int OWNERS =
      RecordLayout.TYPE_OWNER | RecordLayout.TYPE_FREES_OWNED | RecordLayout.TYPE_HOLDER;

  public final String name;

  /** The class or classes that its rule is for, as the rule names them. */
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

  /** Whether a call on a resource that is closed may be a misuse. */
  public final boolean isWatchedAfterClose;

  /**
   * Whether nothing can come of a call on one that is closed, so that it need not be found again.
   */
  public final boolean isForgotten;

  /** Whether such a misuse can name the resource. */
  public final boolean keepsLabels;

  /** Classes whose objects are not tracked; null if there are none. */
  public final @Nullable ExcludedClasses excluded;

  private final String[] attributes;

  /** A bit for each attribute that could not be read. */
  private final AtomicInteger unreadable = new AtomicInteger();

  private final AtomicInteger overflows = new AtomicInteger();

  /**
   * @param flags {@code TYPE_} constants of the ledger's layout; of them, {@code
   *     TYPE_CLOSES_UNSEEN} says that the rule names methods that close it, and holds for a class
   *     unless closes of that class or of a super type {@linkplain ProbeRules#closesAreSeenIn are
   *     seen}
   * @param slotFlags {@code FLAG_HAS_} constants of the ledger's layout that hold for every
   *     resource of this type
   * @param idempotent whether a second close is allowed
   * @param release the calls that release such a resource, as a report shows them; null if unknown
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
   * @param classes the class or classes that its rule is for, as the rule names them
   * @param limitNanos how long a resource may be open, in nanoseconds, or one of the constants
   *     above
   * @param watchedAfterClose whether a call on a resource that is closed may be a misuse
   * @param forgotten whether no rule has to find a closed resource again: a second close counts as
   *     the close of something unknown, and nothing opens it again
   * @param attributes the names that messages use for the attributes of a resource, each at the
   *     index that woven code uses for it; empty for attributes that the rule does not read
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

  /** The same type with other flags and another limit; itself if they are not others. */
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

  /** Whether all is equal that ever matters of two types, but what could not be read. */
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

  /** The name in messages of an attribute that could not be read; null if that was said before. */
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
   * Where reading goes on. Attributes that open a resource whose attributes do the same end only
   * with the stack: each that was tried again on every level would double the time that takes.
   */
  public int nextToRead(int unreadable, Throwable thrown) {
    boolean goesOn =
        !(thrown instanceof StackOverflowError) || overflows.incrementAndGet() <= OVERFLOWS;
    return goesOn ? unreadable + 1 : ATTRIBUTES;
  }
}
