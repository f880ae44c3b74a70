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
 * What the probe knows of one class: the offset of the field for the resource, and its type ids.
 *
 * <p>Kept in a ClassValue, so it lives as long as the class and does not keep it from being
 * unloaded. Thread-safe: the array is replaced, never changed.
 */
public final class ClassFacts {
  /** The field that the agent adds to a class at load time. */
  static final String FIELD = "$ttAllocResource";

  /** The result of {@link #set} if it sets nothing. */
  public static final Object OPEN = new Object();

  /**
   * What may stand in the field of an object that is not open. A weak reference, by which the field
   * of a clone is recognised.
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

  /** The offset of a class's ClassValues; negative if this JDK keeps them elsewhere. */
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
   * False if nothing is known of a class: no object of it was ever opened. To ask the ClassValue
   * would take heap, which may be full.
   */
  public static boolean mayBeKnown(Class<?> type) {
    return VALUES == NONE || UNSAFE.getReference(type, VALUES) != null;
  }

  /** Hidden classes, such as those of lambdas, have a number in their names that varies. */
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
      // Unsafe reads the fields of any object passed to it, and an array has none: the JVM would
      // crash.
      return NONE;
    }
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      try {
        long offset = UNSAFE.objectFieldOffset(c, FIELD);
        hide(c);
        return offset;
      } catch (InternalError e) {
        // Not in this class: loaded before the agent, not allowed new fields, or it inherits it.
      }
    }
    return NONE;
  }

  /**
   * Hides the field from {@code getDeclaredFields}, for mappers and printers that take all fields
   * of an object. Does nothing where that is impossible.
   *
   * <p>The JDK keeps hidden fields in a map from classes, forever. So this is done only for classes
   * that are never unloaded. It has no effect if the fields were requested before: the JDK caches
   * them.
   */
  private static void hide(Class<?> type) {
    try {
      if (isLoadedForEver(type)) {
        Reflection.registerFieldsToFilter(type, Set.of(FIELD));
      }
    } catch (IllegalArgumentException e) {
      // It is hidden already, or hides something else: there is one set for each class.
    } catch (LinkageError e) {
      // A JDK without such a map: the field is visible, which harms no code that skips synthetic
      // ones.
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

  /** The resource that a value of the field refers to. */
  public static @Nullable Resource resourceIn(@Nullable Object value) {
    if (value == null || value instanceof Resource) {
      return (Resource) value;
    }
    return ((Placeholder) value).before;
  }

  /** The value of the field: a resource, or a {@link Placeholder}; null before either. */
  public @Nullable Object value(Object object) {
    return UNSAFE.getReferenceAcquire(object, field);
  }

  /** Replaces the value, unless another thread has. */
  public boolean replace(Object object, @Nullable Object seen, @Nullable Object next) {
    return UNSAFE.compareAndSetReference(object, field, seen, next);
  }

  /**
   * Sets the resource of an object.
   *
   * @return what stood in the field before; {@link #OPEN}, and then nothing was changed, if the
   *     object has a resource that is open or is being opened
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

  /** The facts about this class under a rule; null if none were added yet. */
  @Nullable UnderRule underRule(int rule) {
    for (UnderRule known : underRules) {
      if (known.rule == rule) {
        return known;
      }
    }
    return null;
  }

  /**
   * Adds the type id of this class under a rule.
   *
   * @param completed the index of the rule's type with all that other rules say of the class
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

  /** Whether a rule leaves out an object of this class. */
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

  /** Notes that a rule leaves the class out. */
  UnderRule exclude(int rule) {
    UnderRule added = add(rule, UnderRule.EXCLUDED, rule);
    boolean only = true;
    for (UnderRule known : underRules) {
      only &= known.isExcluded();
    }
    onlyExcluded = only;
    return added;
  }

  /** Whether all rules that its objects met leave it out. Not exact while another rule is new. */
  public boolean isOnlyExcluded() {
    return onlyExcluded;
  }

  /** One class under one rule. */
  public static final class UnderRule {
    private static final int EXCLUDED = -1;

    private final int rule;
    public final int typeId;

    /**
     * The index of the type that objects have: the rule's type, completed by what other rules say.
     */
    public final int completed;

    /** The tally of openings without a captured stack; null before the first. */
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
