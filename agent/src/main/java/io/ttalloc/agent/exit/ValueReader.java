package io.ttalloc.agent.exit;

import io.ttalloc.rules.Value;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Reads a rule's value from an object by reflection. Not used inside hooks. */
final class ValueReader {
  private ValueReader() {}

  static @Nullable Object read(@Nullable Value value, Object from)
      throws ReflectiveOperationException {
    if (value == null) {
      return null;
    }
    if (value instanceof Value.Constant constant) {
      return constant.value();
    }
    Object at = from;
    for (Value.Step step : ((Value.Path) value).steps()) {
      if (at == null) {
        return null;
      }
      at = step.isMethod() ? invoke(step.name(), at) : get(step.name(), at);
    }
    return at;
  }

  private static @Nullable Object invoke(String name, Object on)
      throws ReflectiveOperationException {
    for (Class<?> c = on.getClass(); c != null; c = c.getSuperclass()) {
      try {
        Method method = c.getDeclaredMethod(name);
        method.setAccessible(true);
        return method.invoke(on);
      } catch (NoSuchMethodException e) {
        // The method may be in a supertype.
      }
    }
    return on.getClass().getMethod(name).invoke(on);
  }

  private static @Nullable Object get(String name, Object on) throws ReflectiveOperationException {
    for (Class<?> c = on.getClass(); c != null; c = c.getSuperclass()) {
      try {
        Field field = c.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(on);
      } catch (NoSuchFieldException e) {
        // The field may be in a superclass.
      }
    }
    throw new NoSuchFieldException(on.getClass().getName() + " has no field " + name);
  }
}
