package io.ttalloc.heap.process;

import io.ttalloc.ledger.files.LedgerLock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A folder that only its user can enter, for a heap dump and what is read from it. {@link #close}
 * deletes it; what a killed process left is deleted by its {@link DumpReaderProcess}, or when the
 * next one makes such a folder. A lock shows which processes run: numbers of processes do not,
 * since those that share a temporary directory may be of several containers.
 *
 * <p>Not thread-safe.
 */
public final class DumpFolder implements AutoCloseable {
  private static final String PREFIX = "tt-alloc-heap-";

  /** The prefix of a folder that is not locked yet; other processes ignore such a folder. */
  private static final String UNLOCKED = "tt-alloc-new-";

  private static final String LOCK = "tt-alloc.lock";

  private final Path folder;
  private final LedgerLock lock;

  private DumpFolder(Path folder, LedgerLock lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Makes a folder among the temporary files.
   *
   * @throws IOException it cannot be made
   */
  public static DumpFolder create() throws IOException {
    Path parent = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    deleteAbandoned(parent);
    try {
      // Not createTempDirectory: its random names load what a process that ends has no other use
      // for.
      String name = System.currentTimeMillis() + "-" + Long.toHexString(System.nanoTime());
      Path unlocked =
          Files.createDirectory(
              parent.resolve(UNLOCKED + name),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      LedgerLock lock = LedgerLock.hold(unlocked.resolve(LOCK));
      // Only now: a lock file that is not locked yet looks as if its process had ended.
      Path folder = Files.move(unlocked, parent.resolve(PREFIX + name));
      return new DumpFolder(folder, lock);
    } catch (IOException e) {
      String where = "no folder can be made in " + parent + " (" + e + ")";
      throw new IOException(where + ", expected a directory that this user can write to", e);
    }
  }

  /** The file for the heap dump; it does not exist yet. */
  public Path dump() {
    return folder.resolve("heap.hprof");
  }

  /** The file for directives for the compilers; it does not exist yet. */
  public Path directives() {
    return folder.resolve("directives.json");
  }

  /** The file for a dump of threads; it does not exist yet. */
  public Path threads() {
    return folder.resolve("threads.json");
  }

  /** The file for the report on the dump. */
  Path report() {
    return folder.resolve("holders");
  }

  /** The file for messages of the process that reads the dump. */
  Path messages() {
    return folder.resolve("messages.txt");
  }

  /**
   * The bytes that a dump may take there.
   *
   * @throws IOException the file system does not report it
   */
  public long usableBytes() throws IOException {
    return Files.getFileStore(folder).getUsableSpace();
  }

  /**
   * Deletes the folder and what is in it.
   *
   * @throws IOException it is still there, which the message says
   */
  @Override
  public void close() throws IOException {
    try {
      lock.close();
      delete(folder);
    } catch (IOException e) {
      throw new IOException(folder + " could not be deleted (" + e + "), delete it", e);
    }
  }

  /**
   * Deletes the folder in which a file is, for a process that has ended and had made it. A file
   * that is elsewhere stays, and so does what is beside it.
   */
  public static void deleteAround(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null && folder.getFileName().toString().startsWith(PREFIX)) {
      deleteIfPossible(folder);
    }
  }

  /** Deletes the lock last: a process killed half-way leaves a folder that the next one deletes. */
  private static void delete(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (!file.endsWith(LOCK)) {
          // Its maker and its reader may delete it at the same time.
          Files.deleteIfExists(file);
        }
      }
    } catch (NoSuchFileException e) {
      return;
    }
    Files.deleteIfExists(folder.resolve(LOCK));
    Files.deleteIfExists(folder);
  }

  private static void deleteAbandoned(Path parent) {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path folder : folders) {
        // A link may lead to a folder of other things.
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && isAbandoned(folder)) {
          deleteIfPossible(folder);
        }
      }
    } catch (IOException | RuntimeException e) {
      // The folder of another user, or one that another process has just deleted.
    }
  }

  /** Whatever cannot be deleted stays: it is not this process's to report. */
  private static void deleteIfPossible(Path folder) {
    try {
      delete(folder);
    } catch (IOException | RuntimeException e) {
      // Another process has just deleted it, or it contains something that does not belong there.
    }
  }

  /** Whether a dead process left it. A folder without a lock is being made, or is not ours. */
  private static boolean isAbandoned(Path folder) throws IOException {
    Path lock = folder.resolve(LOCK);
    return Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)
        && Files.getOwner(folder).equals(Files.getOwner(Path.of("/proc/self")))
        && !LedgerLock.isHeld(lock);
  }
}
