package io.ttalloc.probe.rule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.access.SharedSecrets;
import jdk.internal.reflect.ConstantPool;
import org.jspecify.annotations.Nullable;

/**
 * The closes that are woven in classes whose rules also cover subtypes. An override in an ordinary
 * class is woven; one in a hidden class is not. Thread-safe; bounded by {@link #MAX_CLASSES}
 * classes.
 */
final class OverridableCloses {
  private static final int MAX_CLASSES = 1 << 14;

  /** A close method that is woven in a class whose rule also covers subtypes. */
  private record Close(
      @Nullable String typeName, String method, String descriptor, boolean internal, String where) {
    boolean isSameAs(Close other) {
      return method.equals(other.method)
          && descriptor.equals(other.descriptor)
          && Objects.equals(typeName, other.typeName);
    }

    boolean isOf(String type) {
      return typeName == null || typeName.equals(type);
    }
  }

  private final ConcurrentHashMap<String, Close[]> byClass = new ConcurrentHashMap<>();

  /**
   * Adds a close method.
   *
   * @param typeName the type of the resources that it closes; null for any type
   * @param internal whether only the class itself and its subclasses may call it
   * @param where the place where a rule names the method, as the beginning of a text for reports
   */
  synchronized void add(
      String className,
      @Nullable String typeName,
      String method,
      String descriptor,
      boolean internal,
      String where) {
    Close added = new Close(typeName, method, descriptor, internal, where);
    Close[] before = byClass.get(className);
    if (before == null) {
      if (byClass.size() < MAX_CLASSES) {
        byClass.put(className, new Close[] {added});
      }
      return;
    }
    for (Close known : before) {
      if (known.isSameAs(added)) {
        return;
      }
    }
    Close[] longer = Arrays.copyOf(before, before.length + 1);
    longer[before.length] = added;
    byClass.put(className, longer);
  }

  /**
   * The text for reports about closes that are not seen because a hidden class overrides them; null
   * if there are no such closes, or the class is not hidden. A close that only the class itself may
   * call does not count if another close is seen, because the seen close is assumed to call it.
   */
  @Nullable String overriddenIn(Class<?> type, String typeName) {
    if (!type.isHidden() || byClass.isEmpty()) {
      return null;
    }
    List<Close> inherited = new ArrayList<>();
    collect(type, typeName, inherited);
    Set<String> names = inherited.isEmpty() ? Set.of() : names(type);
    List<Close> overridden = new ArrayList<>();
    boolean others = false;
    boolean seen = false;
    for (Close close : inherited) {
      if (names.contains(close.method) && names.contains(close.descriptor)) {
        overridden.add(close);
        others |= !close.internal;
      } else {
        seen = true;
      }
    }
    return overridden.isEmpty() || (seen && !others) ? null : text(type, overridden);
  }

  /**
   * All texts in the constant pool of a hidden class, among them the names and descriptors of the
   * members that it declares; empty if the pool cannot be read. No agent gets the class file of a
   * hidden class, and reflection would load the classes of all parameters; reading the constant
   * pool loads no class.
   */
  private static Set<String> names(Class<?> type) {
    Set<String> names = new HashSet<>();
    try {
      ConstantPool constants = SharedSecrets.getJavaLangAccess().getConstantPool(type);
      int size = constants == null ? 0 : constants.getSize();
      for (int index = 1; index < size; index++) {
        if (constants.getTagAt(index) == ConstantPool.Tag.UTF8) {
          names.add(constants.getUTF8At(index));
        }
      }
    } catch (LinkageError e) {
      // This JDK gives no access to the constant pool: the class's closes are assumed to be seen.
    }
    return names;
  }

  private void collect(Class<?> type, String typeName, List<Close> found) {
    Close[] own = byClass.get(type.getName());
    for (Close close : own == null ? new Close[0] : own) {
      if (close.isOf(typeName)) {
        found.add(close);
      }
    }
    for (Class<?> implemented : type.getInterfaces()) {
      collect(implemented, typeName, found);
    }
    Class<?> parent = type.getSuperclass();
    if (parent != null) {
      collect(parent, typeName, found);
    }
  }

  private static String text(Class<?> type, List<Close> overridden) {
    String name = type.getName();
    int number = name.indexOf('/');
    String plain = number < 0 ? name : name.substring(0, number);
    String text = "";
    for (Close close : overridden) {
      String one = close.where + " of " + plain + " is not tracked (the class is hidden)";
      if (!text.contains(one)) {
        text = text.isEmpty() ? one : text.concat("; ").concat(one);
      }
    }
    return text;
  }
}
