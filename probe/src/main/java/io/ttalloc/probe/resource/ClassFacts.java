package io.ttalloc.probe.resource;

import io.ttalloc.ledger.write.Tally;
import io.ttalloc.probe.rule.ExcludedClasses;
import io.ttalloc.probe.rule.ProbeType;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Set;
import jdk.internal.misc.Unsafe;
import jdk.internal.reflect.Reflection;
import org.jspecify.annotations.Nullable;

/**
 * The probe's data about one class: the offset of its injected field, and its type ids.
 *
 * <p>Kept in a ClassValue, so it lives as long as the class and does not prevent it from being
 * unloaded. Thread-safe: the array is replaced, never changed.
 */
public final class ClassFacts {
  /** The field that the agent adds to a class at load time. */
  static final String FIELD = "$ttAllocResource";

  /** Returned by {@link #set} if it changed nothing because the object is open. */
  public static final Object OPEN = new Object();

  /**
   * A possible value of the injected field of an object that is not open. It refers weakly to the
   * object, to distinguish the object from a clone, whose field has the same value.
   */
  public abstract static class Placeholder extends WeakReference<Object> {
    /** The object's last resource, which is closed; null if it was never opened. */
    final @Nullable Resource before;

    public Placeholder(Object object, @Nullable Resource before) {
      super(object);
      this.before = before;
    }
  }

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long NONE = -1;
  private static final String LAMBDA = "$$Lambda";

  /**
   * The offset of the map of ClassValues in a Class; negative if this JDK stores ClassValues
   * elsewhere.
   */
  private static final long VALUES = valuesOffset();

  private final String className;
  private final long field;
  private volatile UnderRule[] underRules = new UnderRule[0];
  private boolean onlyExcluded;

  ClassFacts(Class<?> type) {
    this.className = type.isHidden() ? withoutNumber(type.getName()) : type.getName();
    this.field = fieldOf(type);
  }

  private static long valuesOffset() {
    try {
      return UNSAFE.objectFieldOffset(Class.class, "classValueMap");
    } catch (InternalError e) {
      return NONE;
    }
  }

  /**
   * Whether there may be facts about a class; false if no object of the class was ever opened. Does
   * not query the ClassValue, because a query would allocate, and the heap may be full.
   */
  public static boolean mayBeKnown(Class<?> type) {
    return VALUES == NONE || UNSAFE.getReference(type, VALUES) != null;
  }

  /**
   * Removes the number, which varies from run to run, from the name of a hidden class, such as the
   * class of a lambda.
   */
  private static String withoutNumber(String name) {
    int end = name.indexOf('/');
    String plain = end < 0 ? name : name.substring(0, end);
    int lambda = plain.indexOf(LAMBDA);
    return lambda < 0 ? plain : plain.substring(0, lambda + LAMBDA.length());
  }

  private static long fieldOf(Class<?> type) {
    if (type == Keyed.class) {
      return UNSAFE.objectFieldOffset(type, "resource");
    }
    if (type.isArray()) {
      // An array has no fields, and Unsafe does not check the object passed to it, so the JVM would
      // crash.
      return NONE;
    }
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      try {
        long offset = UNSAFE.objectFieldOffset(c, FIELD);
        hide(c);
        return offset;
      } catch (InternalError e) {
        // This class does not declare the field: it was loaded before the agent, may not get new
        // fields, or inherits the field.
      }
    }
    return NONE;
  }

  /**
   * Hides the injected field from {@code getDeclaredFields}, for the sake of mappers and printers
   * that process all fields of an object. Does nothing if that is impossible.
   *
   * <p>The JDK never removes entries from its map of hidden fields. So only the fields of classes
   * that are never unloaded are hidden. Hiding has no effect if the fields were requested before,
   * because the JDK caches them.
   */
  private static void hide(Class<?> type) {
    try {
      if (isLoadedForEver(type)) {
        Reflection.registerFieldsToFilter(type, Set.of(FIELD));
      }
    } catch (IllegalArgumentException e) {
      // The field, or another field of the class, is hidden already: the JDK accepts only one set
      // of hidden fields for each class.
    } catch (LinkageError e) {
      // This JDK has no such map, so the field stays visible, which is harmless to code that skips
      // synthetic fields.
    }
  }

  private static boolean isLoadedForEver(Class<?> type) {
    ClassLoader wanted = type.getClassLoader();
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    while (loader != null && loader != wanted) {
      loader = loader.getParent();
    }
    return loader == wanted && !type.isHidden();
  }

  String className() {
    return className;
  }

  /** Whether objects of this class have a field for their resource. */
  public boolean hasField() {
    return field != NONE;
  }

  @Nullable Resource get(Object object) {
    return resourceIn(value(object));
  }

  /**
   * The resource in a value of the field; for a {@link Placeholder}, the object's last resource.
   */
  public static @Nullable Resource resourceIn(@Nullable Object value) {
    if (value == null || value instanceof Resource) {
      return (Resource) value;
    }
    return ((Placeholder) value).before;
  }

  /**
   * The value of the field: a resource, or a {@link Placeholder}; null if neither has been set yet.
   */
  public @Nullable Object value(Object object) {
    return UNSAFE.getReferenceAcquire(object, field);
  }

  /** Replaces the value of the field, unless another thread has changed it. */
  public boolean replace(Object object, @Nullable Object seen, @Nullable Object next) {
    return UNSAFE.compareAndSetReference(object, field, seen, next);
  }

  /**
   * Sets the resource of an object.
   *
   * @return the previous value of the field; {@link #OPEN} if nothing was changed because the
   *     object already has a resource that is open or being opened
   */
  @Nullable Object set(Object object, Resource resource) {
    Object seen = value(object);
    Resource known = resourceIn(seen);
    while (known == null || !known.isOpenFor(object)) {
      if (replace(object, seen, resource)) {
        return seen;
      }
      seen = value(object);
      known = resourceIn(seen);
    }
    return OPEN;
  }

  /** The data about this class for a rule; null if none have been added yet. */
  @Nullable UnderRule underRule(int rule) {
    for (UnderRule known : underRules) {
      if (known.rule == rule) {
        return known;
      }
    }
    return null;
  }

  /**
   * Adds the type id of this class for a rule.
   *
   * @param completed the index of the type that results when other rules complete this rule's type
   *     for the class
   */
  synchronized UnderRule add(int rule, int typeId, int completed) {
    UnderRule known = underRule(rule);
    if (known != null) {
      return known;
    }
    UnderRule added = new UnderRule(rule, typeId, completed);
    UnderRule[] longer = Arrays.copyOf(underRules, underRules.length + 1);
    longer[longer.length - 1] = added;
    underRules = longer;
    onlyExcluded &= added.isExcluded();
    return added;
  }

  /** Whether a rule excludes the class of an object. */
  public boolean isExcluded(Object object, ProbeType type, int rule) {
    ExcludedClasses excluded = type.excluded;
    if (excluded == null) {
      return false;
    }
    UnderRule known = underRule(rule);
    if (known == null && excluded.contains(object.getClass())) {
      known = exclude(rule);
    }
    return known != null && known.isExcluded();
  }

  /** Records that a rule excludes this class. */
  UnderRule exclude(int rule) {
    UnderRule added = add(rule, UnderRule.EXCLUDED, rule);
    boolean only = true;
    for (UnderRule known : underRules) {
      only &= known.isExcluded();
    }
    onlyExcluded = only;
    return added;
  }

  /**
   * Whether all rules that were applied to objects of this class exclude the class. The result is
   * not exact while another rule is being added.
   */
  public boolean isOnlyExcluded() {
    return onlyExcluded;
  }

  /** The data about one class for one rule. */
  public static final class UnderRule {
    private static final int EXCLUDED = -1;

    private final int rule;
    public final int typeId;

    /**
     * The index of the type of the objects: the rule's type, completed by other rules for the
     * class.
     */
    public final int completed;

    /** The tally of openings without a captured stack; null before the first such opening. */
    public volatile @Nullable Tally withoutStack;

    private UnderRule(int rule, int typeId, int completed) {
      this.rule = rule;
      this.typeId = typeId;
      this.completed = completed;
    }

    boolean isExcluded() {
      return typeId == EXCLUDED;
    }
  }

  /** The facts of every class. */
  static final class All extends ClassValue<ClassFacts> {
    @Override
    protected ClassFacts computeValue(Class<?> type) {
      return new ClassFacts(type);
    }
  }
}
