package io.ttalloc.it.loading;

import io.ttalloc.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a plug-in in each of many class loaders, drops the loaders, and waits until all of them are
 * unloaded. If the argument is a folder, the program first loads all classes and waits for a file
 * {@code go} in the folder.
 */
public final class PluginRounds {
  public static final int LOADERS = 20;

  /** The rules for the resources of a plug-in. */
  public static final String RULES =
      """
        - class: io.ttalloc.it.loading.PluginRounds$Part
          subtypes: true
          type: part
          open: [<init>]
          close: [close]
          use: [work, knock]
          bytes: size()
          label: name
        - class: io.ttalloc.it.loading.PluginRounds$Shelf
          type: shelf
          open: [<init>]
          close: [close]
          holder: true
          hold: [{method: put, resource: $1, entry: $0}]
      """;

  private PluginRounds() {}

  public static void main(String[] args) throws Exception {
    List<Runnable> plugins = new ArrayList<>();
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    for (int i = 0; i < LOADERS; i++) {
      PluginLoader loader = new PluginLoader();
      loaders.add(new WeakReference<>(loader));
      plugins.add(plugin(loader));
    }
    if (args.length > 0) {
      for (Runnable plugin : plugins) {
        Object unused = Class.forName(Shelf.class.getName(), true, loaderOf(plugin));
        unused = Class.forName(Piece.class.getName(), true, loaderOf(plugin));
      }
      System.out.println("loaded");
      Await.until(() -> Files.exists(Path.of(args[0], "go")));
    }
    plugins.forEach(Runnable::run);
    plugins.clear();
    Await.collecting(() -> gone(loaders) == LOADERS);
    System.out.println(gone(loaders) + " of " + LOADERS + " loaders are gone");
  }

  private static Runnable plugin(ClassLoader loader) throws ReflectiveOperationException {
    Constructor<?> made = loader.loadClass(Plugin.class.getName()).getDeclaredConstructor();
    made.setAccessible(true);
    return (Runnable) made.newInstance();
  }

  private static ClassLoader loaderOf(Runnable plugin) {
    return plugin.getClass().getClassLoader();
  }

  private static long gone(List<WeakReference<ClassLoader>> loaders) {
    return loaders.stream().filter(loader -> loader.refersTo(null)).count();
  }

  /** Defines the nested classes itself. */
  static final class PluginLoader extends ClassLoader {
    PluginLoader() {
      super(PluginRounds.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.startsWith(PluginRounds.class.getName() + "$")) {
          return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] file = in == null ? new byte[0] : in.readAllBytes();
        return defineClass(name, file, 0, file.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /**
   * Verifying this class loads no other class, so the first class that matches a rule is loaded
   * while the code of this class runs.
   */
  static final class Plugin implements Runnable {
    @Override
    public void run() {
      new Work().run();
    }
  }

  /** The work of a plug-in. */
  static final class Work implements Runnable {
    private static final List<Object> KEPT = new ArrayList<>();

    @Override
    public void run() {
      Shelf shelf = new Shelf();
      KEPT.add(shelf);
      shelf.put("kept", new Piece("kept"));
      Part used = new Piece("used");
      used.knock();
      used.close();
      used.work();
      new Piece("odd").close();
      Part stuck = new Piece("stuck");
      KEPT.add(stuck);
      fail(stuck::close);
      fail(() -> new Piece("refused"));
    }

    private static void fail(Runnable task) {
      try {
        task.run();
      } catch (IllegalStateException e) {
        return;
      }
      throw new AssertionError("it did not fail");
    }
  }

  /** The rule applies to its subtypes. */
  static class Part implements AutoCloseable {
    final String name;

    Part(String name) {
      this.name = name;
    }

    int size() {
      if (name.equals("odd")) {
        throw new IllegalStateException(name);
      }
      return 100;
    }

    void work() {
      // Called after the close, as misuse.
    }

    void knock() {
      // Called while it is open.
    }

    @Override
    public void close() {
      if (name.equals("stuck")) {
        throw new IllegalStateException(name);
      }
    }
  }

  static final class Piece extends Part {
    Piece(String name) {
      super(name);
      if (name.equals("refused")) {
        throw new IllegalStateException(name);
      }
    }
  }

  /** Keeps parts. */
  static final class Shelf implements AutoCloseable {
    private final Map<String, Part> parts = new HashMap<>();

    void put(String name, Part part) {
      parts.put(name, part);
    }

    @Override
    public void close() {
      parts.clear();
    }
  }
}
