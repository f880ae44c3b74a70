package io.ttalloc.it.loading;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests classes that a thread loads while it is inside the transformer. The JVM calls no
 * transformer for such classes.
 */
class LoadedUnseenIT {
  private static final String BY_LOADER =
      """
        - class: io.ttalloc.it.loading.LoadedUnseenIT$Base
          subtypes: true
          type: base
          open: [<init>]
          close: [close]
        - class: io.ttalloc.it.loading.LoadedUnseenIT$Helper
          type: helper
          open: [<init>]
          close: [close]
      """;

  private static final String BY_START =
      """
        - class: io.ttalloc.it.loading.LoadedUnseenIT$First
          type: first
          open: [<init>]
          close: [close]
        - class: sun.nio.ch.FileLockImpl
          type: file lock
          open: [<init>]
          close: [release]
      """;

  private static final String FILES =
      """
        - class: java.io.RandomAccessFile
          type: file
          open: [<init>]
          close: [close]
        - class: io.ttalloc.it.loading.LoadedUnseenIT$First
          type: first
          open: [<init>]
          close: [close]
      """;

  @TempDir private Path folder;

  @Variant
  @OneJdk
  void aClassThatALoaderLoadsWhenItIsAskedForAClassFileIsTracked(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(BY_LOADER);

    String out = tracked.on(jdk).main(Asked.class).run().expectSuccess().out();

    assertThat(out).isEqualTo("the helper was loaded when the loader was asked\n");
    JsonReport json = tracked.json();
    assertThat(json.findings("helper")).hasSize(1);
    assertThat(json.findings("helper").get(0).get("count").getAsInt()).isEqualTo(3);
    assertThat(json.findings("base")).hasSize(1);
    assertThat(json.lastingReasons()).isEmpty();
  }

  /**
   * Locking the ledger makes the agent load the class, which is woven before the program continues.
   */
  @EveryJdk
  void aClassThatTheStartOfTrackingLoadsIsTracked(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(BY_START);

    tracked.on(jdk).main(Locks.class, folder.resolve("data").toString()).run().expectSuccess();

    JsonReport json = tracked.json();
    assertThat(json.findings("file lock")).hasSize(1);
    assertThat(json.findings("file lock").get(0).get("count").getAsInt()).isEqualTo(3);
    assertThat(json.total("opened")).isEqualTo(4);
    assertThat(json.lastingReasons()).isEmpty();
  }

  /** The first process saves the woven class in a file, from which the second reads it. */
  @Variant
  @OneJdk
  void whatTheAgentOpensToReadAWovenClassIsNotTheProgramsOwn(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(FILES);

    for (int i = 0; i < 2; i++) {
      tracked.on(jdk).main(Reads.class, folder.resolve("data").toString()).run().expectSuccess();

      JsonReport json = tracked.json();
      assertThat(json.findings("file")).isEmpty();
      assertThat(json.total("opened")).isEqualTo(2);
    }
  }

  /** The rule applies to its subtypes. */
  public static class Base implements AutoCloseable {
    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /** The class that the loader is asked for. */
  public static final class Heir extends Base {}

  /** The class that the loader loads in the meantime. */
  public static final class Helper implements AutoCloseable {
    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /**
   * Loads its helper when it is asked for a class file, like a loader that decrypts class files.
   */
  static final class Plugins extends ClassLoader {
    boolean asked;

    Plugins() {
      super(LoadedUnseenIT.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(Heir.class.getName()) && !name.equals(Helper.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      try (InputStream in =
          LoadedUnseenIT.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
        byte[] bytes = in == null ? new byte[0] : in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    @Override
    public @Nullable URL getResource(String name) {
      try {
        asked = loadClass(Helper.class.getName()) != null;
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
      return super.getResource(name);
    }
  }

  /** Opens helpers once they are woven. */
  static final class Asked {
    private static final List<AutoCloseable> KEPT = new ArrayList<>();

    private Asked() {}

    public static void main(String[] args) throws Exception {
      Plugins loader = new Plugins();
      AutoCloseable heir = made(loader, Heir.class);
      KEPT.add(heir);
      System.out.println(
          "the helper was " + (loader.asked ? "" : "not ") + "loaded when the loader was asked");
      Await.until(() -> isWoven());
      for (int i = 0; i < 3; i++) {
        KEPT.add(made(loader, Helper.class));
      }
    }

    private static AutoCloseable made(ClassLoader loader, Class<?> type) throws Exception {
      var constructor = loader.loadClass(type.getName()).getDeclaredConstructor();
      constructor.setAccessible(true);
      return (AutoCloseable) constructor.newInstance();
    }

    private static boolean isWoven() {
      return Thread.getAllStackTraces().keySet().stream()
          .anyMatch(
              thread ->
                  thread.getName().equals("tt-alloc-unseen")
                      && thread.getState() == Thread.State.WAITING);
    }
  }

  /** The first loaded class that matches a rule. */
  static final class First implements AutoCloseable {
    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /** Closes a file, and then loads a class named by a rule. */
  static final class Reads {
    private static final List<AutoCloseable> KEPT = new ArrayList<>();

    private Reads() {}

    public static void main(String[] args) throws IOException {
      new RandomAccessFile(args[0], "rw").close();
      KEPT.add(new First());
    }
  }

  /** Locks parts of a file as soon as tracking has started. */
  static final class Locks {
    private static final List<AutoCloseable> KEPT = new ArrayList<>();

    private Locks() {}

    public static void main(String[] args) throws IOException {
      FileChannel file = FileChannel.open(Path.of(args[0]), CREATE, WRITE);
      KEPT.add(new First());
      for (int i = 0; i < 3; i++) {
        KEPT.add(file.lock(i, 1, false));
      }
    }
  }
}
