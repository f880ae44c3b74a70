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
 * A lock that a writer holds until its process ends, so that other processes can see that the
 * process is running: the operating system releases the lock however the process ends.
 *
 * <p>POSIX releases all locks of a process on a file when the process closes <i>any</i> descriptor
 * of that file. A process must therefore never open a lock file that it already holds: {@link
 * #isHeld} recognizes such a file by its identity, whatever its path. Thread-safe.
 */
public final class LedgerLock implements Closeable {
  /**
   * The channels of the lock files that this process holds, by file identity. Kept strongly
   * reachable, because a channel that becomes unreachable is closed.
   */
  private static final Map<Object, FileChannel> HELD_HERE = new HashMap<>();

  private static final int TRIES = 200;
  private static final long RETRY_NANOS = 1_000_000L;

  private final Object identity;

  private LedgerLock(Object identity) {
    this.identity = identity;
  }

  /**
   * Creates the lock file and locks it. Must be called before the ledger is created: then a ledger
   * without a held lock always belongs to a process that has ended.
   *
   * @throws IOException if the file already exists or cannot be created or locked
   */
  public static LedgerLock hold(Path lock) throws IOException {
    // Another process that lists the directory may be probing the lock, so locking is retried.
    // Within this process the monitor prevents a probe between creation and locking.
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
          throw new IOException(lock + " cannot be locked: another process holds a lock on it");
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
   * Whether the process that created this lock file is still running. A missing file counts as
   * unlocked.
   *
   * @throws IOException if the file exists but cannot be opened or probed
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
      // The lock is held by this process through another copy of this class. Closing this channel
      // would release that lock, so the channel stays open.
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

  /** Releases the lock but keeps the file. Does nothing if called again. */
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
