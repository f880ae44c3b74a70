package io.ttalloc.heap.scene;

import java.io.IOException;
import java.io.InputStream;

/** Scenes in which a class loader of the application keeps the resource reachable. */
final class Loaders {
  /** Loaded by a separate loader. */
  static final class Plugin {
    static Object kept;
  }

  /** Loaded by another loader; an instance of this class is kept. */
  static final class Other {
    static Object kept;
  }

  static final class Separate extends ClassLoader {
    Separate() {
      super(null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      String file = "/" + name.replace('.', '/') + ".class";
      try (InputStream in = Loaders.class.getResourceAsStream(file)) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  static Object loader;
  static Object instance;

  private Loaders() {}

  static void set() throws ReflectiveOperationException {
    loader = define(Plugin.class.getName(), Scene.CLASS_LOADER).getClassLoader();
    var constructor =
        define(Other.class.getName(), Scene.INSTANCE_OF_LOADER).getDeclaredConstructor();
    constructor.setAccessible(true);
    instance = constructor.newInstance();
  }

  private static Class<?> define(String name, Scene scene) throws ReflectiveOperationException {
    Class<?> defined = Class.forName(name, true, new Separate());
    var field = defined.getDeclaredField("kept");
    field.setAccessible(true);
    field.set(null, scene.opened());
    return defined;
  }
}
