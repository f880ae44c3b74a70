package io.ttalloc.probe.resource;

import java.util.Set;
import jdk.internal.reflect.Reflection;

/**
 * Hides the field that the agent adds from {@code getDeclaredFields}, for mappers and printers that
 * take all fields of an object.
 *
 * <p>The JDK keeps what is hidden in a map from classes, for ever. So only classes are in it that
 * are never unloaded. Not those whose fields somebody has asked for before: the JDK remembers its
 * answers.
 */
final class HiddenField {
  private HiddenField() {}

  /** Hides the field of a class, once; does nothing where that is impossible. */
  static void hide(Class<?> type, String field) {
    try {
      if (isLoadedForEver(type)) {
        Reflection.registerFieldsToFilter(type, Set.of(field));
      }
    } catch (IllegalArgumentException e) {
      // It is hidden already, or hides something else: there is one set for each class.
    } catch (LinkageError e) {
      // A JDK that has no such map: the field is seen, and harms nobody who ignores synthetic ones.
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
}
