package io.ttalloc.corpus.statics;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * A static reference to the current settings, which watch a file; a shutdown hook closes the
 * current settings.
 */
public final class SettingsReloaded {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.statics.SettingsReloaded$Watch
          type: watch
          open: [<init>]
          close: [close]
      """;

  private static final AtomicReference<Settings> CURRENT = new AtomicReference<>();

  private SettingsReloaded() {}

  /** A watch on a file of settings. */
  static final class Watch implements AutoCloseable {
    private volatile boolean cancelled;

    boolean cancelled() {
      return cancelled;
    }

    @Override
    public void close() {
      cancelled = true;
    }
  }

  /** Settings, and the watch that reports changes to their file. */
  static final class Settings {
    final int version;
    final Watch watch;

    Settings(int version, Supplier<Watch> watches) {
      this.version = version;
      this.watch = watches.get();
    }

    static Settings load(int version) {
      return new Settings(version, Settings::watchFile);
    }

    private static Watch watchFile() {
      return new Watch();
    }
  }

  static void closeLastAtShutdown() {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> CURRENT.get().watch.close()));
  }

  @Truth(
      why = "a reload replaces the settings without closing their watch; the hook closes the last",
      leaks = @Leak(type = "watch", count = 5, openedAt = "SettingsReloaded$Settings.watchFile"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      closeLastAtShutdown();
      for (int version = 1; version <= 6; version++) {
        CURRENT.set(Settings.load(version));
      }
      System.out.println("settings " + CURRENT.get().version);
    }
  }

  @Truth(why = "a reload closes the watch of the old settings, and the hook closes the last one")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      closeLastAtShutdown();
      for (int version = 1; version <= 6; version++) {
        Settings before = CURRENT.getAndSet(Settings.load(version));
        if (before != null && !before.watch.cancelled()) {
          before.watch.close();
        }
      }
      System.out.println("settings " + CURRENT.get().version);
    }
  }
}
