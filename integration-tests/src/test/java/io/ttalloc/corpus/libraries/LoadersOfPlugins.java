package io.ttalloc.corpus.libraries;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Objects;
import java.util.function.IntSupplier;

/**
 * Plug-ins that are reloaded, each time by a new class loader. The loader must be closed with its
 * plug-in.
 */
public final class LoadersOfPlugins {
  static final String RULES =
      """
        - class: java.net.URLClassLoader
          type: class loader
          open: ["newInstance(URL[],ClassLoader)"]
          close: [close]
      """;

  private LoadersOfPlugins() {}

  /** The plug-in. Each loader defines its own copy of this class. */
  public static final class Plugin implements IntSupplier {
    private static int calls;

    @Override
    public int getAsInt() {
      calls++;
      return calls;
    }
  }

  /**
   * Returns a loader that finds this program's classes itself, because its parent has only JDK
   * classes.
   */
  static URLClassLoader newLoader() {
    URL classes = LoadersOfPlugins.class.getProtectionDomain().getCodeSource().getLocation();
    return URLClassLoader.newInstance(
        new URL[] {Objects.requireNonNull(classes)}, ClassLoader.getPlatformClassLoader());
  }

  static final class Loaded {
    private final URLClassLoader loader;
    private final IntSupplier plugin;

    Loaded(URLClassLoader loader) throws ReflectiveOperationException {
      this.loader = loader;
      Class<?> type = loader.loadClass(Plugin.class.getName());
      plugin = type.asSubclass(IntSupplier.class).getConstructor().newInstance();
    }

    int call() {
      return plugin.getAsInt();
    }

    void unload() throws IOException {
      loader.close();
    }
  }

  @Truth(
      why =
          "a reload drops the plug-in that it replaces together with its open loader; the last one is unloaded",
      leaks = @Leak(type = "class loader", count = 4, openedAt = "LoadersOfPlugins$Leaking.reload"))
  public static final class Leaking {
    public static void main(String[] args) throws IOException, ReflectiveOperationException {
      Loaded current = reload();
      for (int version = 1; version < 5; version++) {
        System.out.println(current.call());
        current = reload();
      }
      current.unload();
    }

    static Loaded reload() throws ReflectiveOperationException {
      return new Loaded(newLoader());
    }
  }

  @Truth(why = "each plug-in's loader is closed before the next one replaces it")
  public static final class Mended {
    public static void main(String[] args) throws IOException, ReflectiveOperationException {
      Loaded current = reload();
      for (int version = 1; version < 5; version++) {
        System.out.println(current.call());
        current.unload();
        current = reload();
      }
      current.unload();
    }

    static Loaded reload() throws ReflectiveOperationException {
      return new Loaded(newLoader());
    }
  }
}
