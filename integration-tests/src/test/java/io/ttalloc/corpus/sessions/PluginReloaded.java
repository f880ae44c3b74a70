package io.ttalloc.corpus.sessions;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A host that reloads a plug-in with a new class loader each time; the plug-in has a channel in a
 * static field.
 */
public final class PluginReloaded {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.sessions.PluginReloaded$Channel
          type: channel
          open: [<init>]
          close: [close]
          label: $0
      """;

  private PluginReloaded() {}

  /** A host channel that plug-ins may open. */
  public static final class Channel implements AutoCloseable {
    private final String name;
    private int sent;

    public Channel(String name) {
      this.name = name;
    }

    public int send(String text) {
      sent += name.length() + text.length();
      return sent;
    }

    @Override
    public void close() {
      sent = -1;
    }
  }

  /** The plug-in's interface, called by the host. */
  public interface Extension {
    int work();

    void stop();
  }

  /** The plug-in. Each loader has its own copy of this class. */
  public static final class Plugin implements Extension {
    private static final Channel CHANNEL = openChannel();

    public Plugin() {}

    private static Channel openChannel() {
      return new Channel("plug-in");
    }

    @Override
    public int work() {
      return CHANNEL.send("hello");
    }

    @Override
    public void stop() {
      CHANNEL.close();
    }
  }

  /** Defines the plug-in's class itself and leaves all other classes to its parent. */
  static final class PluginLoader extends ClassLoader {
    PluginLoader(ClassLoader parent) {
      super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(PluginReloaded.class.getName() + "$Plugin")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    Extension load() throws ReflectiveOperationException {
      Class<?> plugin = loadClass(PluginReloaded.class.getName() + "$Plugin");
      return (Extension) plugin.getConstructor().newInstance();
    }
  }

  /**
   * One entry for each generation: the plug-in itself in the leaking program, only the plug-in's
   * name in the fixed program.
   */
  static final List<Object> GENERATIONS = new ArrayList<>();

  static Extension load() throws ReflectiveOperationException {
    return new PluginLoader(PluginReloaded.class.getClassLoader()).load();
  }

  @Truth(
      why =
          "a plug-in that is replaced is not stopped, so the channel in its static field stays"
              + " open",
      leaks =
          @Leak(
              type = "channel",
              count = 6,
              openedAt = "PluginReloaded$Plugin.openChannel",
              heldBy = "static PluginReloaded$Plugin.CHANNEL of each loader"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) throws ReflectiveOperationException {
      int sent = 0;
      for (int generation = 0; generation < 6; generation++) {
        Extension extension = load();
        sent += extension.work();
        GENERATIONS.add(extension);
      }
      System.out.println(sent + " bytes by " + GENERATIONS.size() + " generations");
    }
  }

  @Truth(why = "each plug-in is stopped before the next one comes, and the last one at the end")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) throws ReflectiveOperationException {
      int sent = 0;
      for (int generation = 0; generation < 6; generation++) {
        Extension extension = load();
        sent += extension.work();
        extension.stop();
        GENERATIONS.add(extension.toString());
      }
      System.out.println(sent + " bytes by " + GENERATIONS.size() + " generations");
    }
  }
}
