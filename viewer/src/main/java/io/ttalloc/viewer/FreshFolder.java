package io.ttalloc.viewer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A private directory that is renamed when it is complete. Until then, the directory is removed
 * when this object is closed or when a signal ends the process; after {@code kill -9}, it remains.
 * Not thread-safe.
 */
final class FreshFolder implements AutoCloseable {
  private static final int ATTEMPTS = 1_000;
  private static final long NEXT_ATTEMPT_NANOS = 1_000_000;

  private final Path path;
  private final Thread atSignal = new Thread(this::removeAtSignal, "tt-alloc-remove-folder");
  private boolean signalled;

  private FreshFolder(Path path) {
    this.path = path;
  }

  /** Creates a directory with a unique name. */
  static FreshFolder in(Path parent) throws IOException {
    String random = Long.toHexString(ThreadLocalRandom.current().nextLong());
    FreshFolder fresh = new FreshFolder(parent.resolve(".tt-alloc-" + random + ".tmp"));
    try {
      Runtime.getRuntime().addShutdownHook(fresh.atSignal);
    } catch (IllegalStateException e) {
      throw theProcessEnds(e);
    }
    fresh.create();
    return fresh;
  }

  /**
   * Creates the directory. Called after the hook is registered; otherwise, a signal after the
   * creation and before the registration would leave the directory behind.
   */
  private synchronized void create() throws IOException {
    if (signalled) {
      throw theProcessEnds(null);
    }
    boolean created = false;
    try {
      Files.createDirectory(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      created = true;
    } finally {
      if (!created) {
        removeHook();
      }
    }
  }

  private static IOException theProcessEnds(@Nullable Throwable cause) {
    return new IOException("this process is shutting down", cause);
  }

  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    if (removeHook()) {
      remove();
    }
  }

  /**
   * Removes the hook; returns false if that is impossible because the process is ending, in which
   * case the hook's thread removes the directory.
   */
  private boolean removeHook() {
    try {
      return Runtime.getRuntime().removeShutdownHook(atSignal);
    } catch (IllegalStateException theProcessEnds) {
      return false;
    }
  }

  /**
   * Removes the directory. Tries several times, since the thread that writes to the directory may
   * continue for a moment.
   */
  private void removeAtSignal() {
    synchronized (this) {
      signalled = true;
    }
    for (int i = 0; i < ATTEMPTS; i++) {
      try {
        remove();
        return;
      } catch (IOException notEmptyYet) {
        LockSupport.parkNanos(NEXT_ATTEMPT_NANOS);
      }
    }
  }

  private void remove() throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(path);
  }
}
