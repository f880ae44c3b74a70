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
 * A private folder for a heap dump and the results of reading it. {@link #close} deletes it. If the
 * process is killed, the folder is deleted by its {@link DumpReaderProcess}, or by the next process
 * that creates such a folder. A lock shows whether the owning process is still running. A process
 * id would not, because processes that share a temporary directory may be in different containers.
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
   * Creates a folder in the directory for temporary files.
   *
   * @throws IOException if it cannot be created
   */
  public static DumpFolder create() throws IOException {
    Path parent = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    deleteAbandoned(parent);
    try {
      // Not createTempDirectory: its random names require classes that a process does not otherwise
      // need when it ends.
      String name = System.currentTimeMillis() + "-" + Long.toHexString(System.nanoTime());
      Path unlocked =
          Files.createDirectory(
              parent.resolve(UNLOCKED + name),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      LedgerLock lock = LedgerLock.hold(unlocked.resolve(LOCK));
      // Renames the folder only now: a folder whose lock file is not locked looks as if the process
      // that created it had ended.
      Path folder = Files.move(unlocked, parent.resolve(PREFIX + name));
      return new DumpFolder(folder, lock);
    } catch (IOException e) {
      String where = "cannot create a folder in " + parent + " (" + e + ")";
      throw new IOException(where + ", expected a folder that this user can write to", e);
    }
  }

  /** The file for the heap dump; it does not exist yet. */
  public Path dump() {
    return folder.resolve("heap.hprof");
  }

  /** The file for compiler directives; it does not exist yet. */
  public Path directives() {
    return folder.resolve("directives.json");
  }

  /** The file for a thread dump; it does not exist yet. */
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
   * The number of bytes available for a dump in this folder.
   *
   * @throws IOException if the file system does not report it
   */
  public long usableBytes() throws IOException {
    return Files.getFileStore(folder).getUsableSpace();
  }

  /**
   * Deletes the folder and everything in it.
   *
   * @throws IOException if the folder could not be deleted; the message asks the user to delete it
   */
  @Override
  public void close() throws IOException {
    try {
      lock.close();
      delete(folder);
    } catch (IOException e) {
      throw new IOException(folder + " could not be deleted (" + e + "); delete it yourself", e);
    }
  }

  /**
   * Deletes the folder that contains a file, after the process that created the folder has ended.
   * Does nothing if the file is not in such a folder.
   */
  public static void deleteAround(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null && folder.getFileName().toString().startsWith(PREFIX)) {
      deleteIfPossible(folder);
    }
  }

  /**
   * Deletes a folder. The lock is deleted last, so that if this process is killed meanwhile,
   * another process can delete the rest.
   */
  private static void delete(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (!file.endsWith(LOCK)) {
          // The process that created the folder and the process that reads the dump may delete it
          // at the same time.
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
        // A symbolic link may lead to an unrelated folder.
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && isAbandoned(folder)) {
          deleteIfPossible(folder);
        }
      }
    } catch (IOException | RuntimeException e) {
      // The folder belongs to another user, or another process has just deleted it.
    }
  }

  /**
   * Deletes a folder if possible. A failure is not reported, because the folder belongs to another
   * process.
   */
  private static void deleteIfPossible(Path folder) {
    try {
      delete(folder);
    } catch (IOException | RuntimeException e) {
      // Another process has just deleted the folder, or the folder contains something unexpected.
    }
  }

  /**
   * Whether the process that created a folder has ended. A folder without a lock is still being
   * created, or was not created by this class.
   */
  private static boolean isAbandoned(Path folder) throws IOException {
    Path lock = folder.resolve(LOCK);
    return Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)
        && Files.getOwner(folder).equals(Files.getOwner(Path.of("/proc/self")))
        && !LedgerLock.isHeld(lock);
  }
}
