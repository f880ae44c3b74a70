package io.ttalloc.ledger.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock that a writer holds for life, so that others can tell that it lives: the system frees it
 * however the process ends.
 *
 * <p>POSIX drops all locks that a process has on a file when it closes <i>any</i> descriptor of
 * that file. Therefore a lock file of this process is never opened a second time: {@link #isHeld}
 * knows its own by the file's identity, whatever path leads to it. Thread-safe.
 */
public final class LedgerLock implements Closeable {
  /**
   * Channels of lock files that this process holds, by file identity. Strongly reachable: a channel
   * that the collector finds is closed.
   */
  private static final Map<Object, FileChannel> HELD_HERE = new HashMap<>();

  private static final int TRIES = 200;
  private static final long RETRY_NANOS = 1_000_000L;

  private final Object identity;

  private LedgerLock(Object identity) {
    this.identity = identity;
  }

  /**
   * Creates the lock file and locks it. To be called before the ledger is created, so that a ledger
   * without a lock is always one whose process has ended.
   *
   * @throws IOException the file exists or cannot be created or locked
   */
  public static LedgerLock hold(Path lock) throws IOException {
    // A reader that lists the directory may probe the file before it is locked, so one refusal
    // means nothing; and in this process nobody may probe in between, hence the monitor.
    synchronized (HELD_HERE) {
      FileChannel channel =
          FileChannel.open(
              lock,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      boolean locked = false;
      try {
        for (int attempt = 0; attempt < TRIES && !locked; attempt++) {
          if (attempt > 0) {
            LockSupport.parkNanos(RETRY_NANOS);
          }
          FileLock held = channel.tryLock();
          locked = held != null;
        }
        if (!locked) {
          throw new IOException(lock + " cannot be locked: another process keeps a lock on it");
        }
        Object identity = identityOf(lock);
        HELD_HERE.put(identity, channel);
        return new LedgerLock(identity);
      } finally {
        if (!locked) {
          channel.close();
          Files.deleteIfExists(lock);
        }
      }
    }
  }

  /**
   * Whether the process that made this lock file still runs. A missing file is a free one.
   *
   * @throws IOException the file is there and cannot be opened or probed
   */
  public static boolean isHeld(Path lock) throws IOException {
    synchronized (HELD_HERE) {
      Object identity;
      try {
        if (!Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
          return false;
        }
        identity = identityOf(lock);
        if (HELD_HERE.containsKey(identity)) {
          return true;
        }
        return probe(lock, identity);
      } catch (NoSuchFileException e) {
        return false;
      }
    }
  }

  private static boolean probe(Path lock, Object identity) throws IOException {
    Set<OpenOption> options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    FileChannel channel = FileChannel.open(lock, options);
    boolean mayClose = true;
    try {
      FileLock shared = channel.tryLock(0, Long.MAX_VALUE, true);
      return shared == null;
    } catch (OverlappingFileLockException e) {
      // Held by this process through another copy of this class. The descriptor that we have just
      // opened must stay open, or that lock is gone.
      HELD_HERE.put(identity, channel);
      mayClose = false;
      return true;
    } finally {
      if (mayClose) {
        channel.close();
      }
    }
  }

  private static Object identityOf(Path lock) throws IOException {
    Object key = Files.readAttributes(lock, BasicFileAttributes.class).fileKey();
    return key != null ? key : lock.toRealPath();
  }

  /** Frees the lock; the file stays. Does nothing the second time. */
  @Override
  public void close() throws IOException {
    synchronized (HELD_HERE) {
      FileChannel channel = HELD_HERE.remove(identity);
      if (channel != null) {
        channel.close();
      }
    }
  }
}
