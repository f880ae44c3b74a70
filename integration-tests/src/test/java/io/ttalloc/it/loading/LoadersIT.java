package io.ttalloc.it.loading;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

@Variant
class LoadersIT {

  private static final String RULES =
      """
        - class: io.ttalloc.it.loading.LoadersIT$Plugin
          type: plugin
          open: [<init>]
          close: [close]
          bytes: size()
          label: name()
          scope: [run]
      """;

  @TempDir private Path folder;

  @OneJdk
  void aLoaderThatDelegatesOnlyJavaPackagesFindsTheHooks(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(Strict.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("ran in OnlyJava\n");
    JsonReport json = tracked.json();
    assertThat(json.total("opened")).isEqualTo(2);
    assertThat(json.total("closed")).isEqualTo(1);
    assertThat(json.findings("plugin")).hasSize(1);
    assertThat(json.findings("plugin").get(0).get("bytes").getAsLong()).isEqualTo(812);
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  @EveryJdk
  void loadersUnloadThoughTheirClassesAreTracked(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result =
        tracked.on(jdk).main(Unloads.class).jvmFlags("-Xmx64m").run().expectSuccess();

    assertThat(result.out()).isEqualTo("100 of 100 loaders are gone\n");
    JsonReport json = tracked.json();
    assertThat(json.total("opened")).isEqualTo(200);
    assertThat(json.total("closed")).isEqualTo(100);
    assertThat(json.findings()).hasSize(1);
    assertThat(json.findings().get(0).get("verdict").getAsString()).isEqualTo("LOST");
    assertThat(json.findings().get(0).get("count").getAsInt()).isEqualTo(100);
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  @OneJdk
  void aLoaderThatLoadsClassesToFindAResourceDefinesNoneTwice(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(LoadsToFind.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("ran in Curious, asked for no class of the JDK\n");
    assertThat(tracked.json().total("opened")).isEqualTo(2);
  }

  /**
   * If the class were woven, the application would fail when it calls a hook that its loader does
   * not find.
   */
  @OneJdk
  void theClassOfALoaderThatDoesNotFindTheHooksRunsUnchanged(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(Sandboxed.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("ran in Sandbox\n");
    assertThat(result.err())
        .contains(
            "tt-alloc: io.ttalloc.it.loading.LoadersIT$Plugin could not be woven"
                + " (java.lang.IllegalStateException: its class loader cannot find"
                + " java.lang.TtAllocHooks): the class runs unchanged and is not tracked\n");
    assertThat(tracked.json().total("opened")).isZero();
  }

  /** Opens two instances of its nested class, closes one, and drops the other. */
  static final class Plugin implements AutoCloseable, Runnable {
    private int size = 812;

    int size() {
      return size;
    }

    String name() {
      return "a plugin";
    }

    @Override
    public void run() {
      try (Plugin inner = new Plugin()) {
        if (inner.size() != size) {
          throw new IllegalStateException("the inner plugin is not open");
        }
      }
    }

    @Override
    public void close() {
      size = 0;
    }
  }

  /** Delegates only {@code java.*}, as an OSGi bundle without imports does. */
  static class OnlyJava extends ClassLoader {
    OnlyJava() {
      super(null);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (name.startsWith("java.")) {
          return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      String resource = "/" + name.replace('.', '/') + ".class";
      try (InputStream in = LoadersIT.class.getResourceAsStream(resource)) {
        if (in == null || !name.startsWith(LoadersIT.class.getName())) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    /** Returns a new plugin that has run. */
    static Runnable ran(OnlyJava loader) {
      try {
        Constructor<?> open = loader.loadClass(Plugin.class.getName()).getDeclaredConstructor();
        open.setAccessible(true);
        Runnable plugin = (Runnable) open.newInstance();
        plugin.run();
        return plugin;
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Finds only those JDK classes that are on its list. */
  static final class Sandbox extends OnlyJava {
    private static final Set<String> ALLOWED =
        Set.of(
            "java.lang.AutoCloseable",
            "java.lang.IllegalStateException",
            "java.lang.NullPointerException",
            "java.lang.Object",
            "java.lang.Runnable",
            "java.lang.String",
            "java.lang.Throwable");

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("java.") && !ALLOWED.contains(name)) {
        throw new ClassNotFoundException(name + " is not allowed here");
      }
      return super.loadClass(name, resolve);
    }
  }

  /** Runs a plugin whose loader does not find the hooks. */
  static final class Sandboxed {
    private Sandboxed() {}

    public static void main(String[] args) {
      Runnable plugin = OnlyJava.ran(new Sandbox());
      System.out.println("ran in " + plugin.getClass().getClassLoader().getClass().getSimpleName());
    }
  }

  /** Runs a plugin and keeps it. */
  static final class Strict {
    private static final List<Runnable> KEPT = new ArrayList<>();

    private Strict() {}

    public static void main(String[] args) {
      KEPT.add(OnlyJava.ran(new OnlyJava()));
      System.out.println(
          "ran in " + KEPT.get(0).getClass().getClassLoader().getClass().getSimpleName());
    }
  }

  /** Runs many plugins, drops them, and waits until their loaders are unloaded. */
  static final class Unloads {
    private static final int LOADERS = 100;

    private Unloads() {}

    public static void main(String[] args) {
      List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
      for (int i = 0; i < LOADERS; i++) {
        loaders.add(new WeakReference<>(OnlyJava.ran(new OnlyJava()).getClass().getClassLoader()));
      }
      Await.collecting(() -> gone(loaders) == LOADERS);
      System.out.println(gone(loaders) + " of " + LOADERS + " loaders are gone");
    }

    private static long gone(List<WeakReference<ClassLoader>> loaders) {
      return loaders.stream().filter(loader -> loader.refersTo(null)).count();
    }
  }

  /** Loads a class whenever it is asked for a resource. */
  static final class Curious extends ClassLoader {
    boolean askedForTheJdk;

    Curious() {
      super(LoadersIT.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(Plugin.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      try (InputStream in =
          LoadersIT.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
        byte[] bytes = in == null ? new byte[0] : in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      try {
        askedForTheJdk |= name.startsWith("java/");
        loadClass(Plugin.class.getName());
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
      return super.getResourceAsStream(name);
    }
  }

  /** Runs a plugin whose loader is {@link Curious}. */
  static final class LoadsToFind {
    private LoadsToFind() {}

    public static void main(String[] args) throws Exception {
      Curious loader = new Curious();
      Constructor<?> plugin = loader.loadClass(Plugin.class.getName()).getDeclaredConstructor();
      plugin.setAccessible(true);
      ((Runnable) plugin.newInstance()).run();
      System.out.println(
          "ran in Curious, asked for "
              + (loader.askedForTheJdk ? "a class" : "no class")
              + " of the JDK");
    }
  }
}
