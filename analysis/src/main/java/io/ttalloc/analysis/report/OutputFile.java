package io.ttalloc.analysis.report;

import io.ttalloc.ledger.files.FileOwner;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Writes reports to files that only their user can read, from the moment the files exist.
 *
 * <p>A report reveals as much as the ledger, and other users may be able to write to the directory
 * of the file. So a new file is written under another name with mode 0600 and renamed when it is
 * complete: no reader sees a partial report, a process that has the old file open cannot read the
 * new one, and no symbolic link can redirect the report. Devices and pipes are written to directly.
 */
public final class OutputFile {

  /** Writes the content of a file. */
  public interface Content {
    /** Writes the whole content; need not close the stream. */
    void writeTo(OutputStream out) throws IOException;
  }

  private static final FileAttribute<Set<PosixFilePermission>> FOR_ITS_USER_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final Path DEVICES = Path.of("/dev");
  private static final Path TERMINALS = Path.of("/dev/pts");
  private static final Path PROCESSES = Path.of("/proc");

  private OutputFile() {}

  /**
   * Writes a file, a device or a pipe.
   *
   * @throws IOException if the target could not be written; an existing file is then unchanged, and
   *     no new file is left behind
   */
  public static void write(Path target, Content content) throws IOException {
    if (isDevice(target)) {
      // Append, since standard output may be a file to which others append.
      write(content, target, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
      return;
    }
    PosixFileAttributes there = attributes(target);
    if (there == null || there.isRegularFile()) {
      replace(target, content);
      return;
    }
    if (there.isSymbolicLink() || there.isDirectory()) {
      throw refused(target, there.isDirectory() ? "it is a folder" : "it is a symbolic link");
    }
    int owner = FileOwner.uidOf(target);
    if (owner != 0 && !FileOwner.ofThisProcess().owns(target)) {
      throw refused(target, "it is a pipe owned by user id " + owner);
    }
    write(content, target, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Writes a file that does not exist yet; a partial report is visible while it is written.
   *
   * @throws IOException if the name exists already, or the file could not be written; an existing
   *     file is then unchanged, and no new file is left behind
   */
  public static void writeNew(Path target, Content content) throws IOException {
    try {
      Files.createFile(target, FOR_ITS_USER_ALONE);
    } catch (FileAlreadyExistsException e) {
      throw refused(target, "it already exists");
    } catch (NoSuchFileException e) {
      throw refused(target, "its folder does not exist");
    }
    boolean done = false;
    try {
      write(content, target, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      done = true;
    } finally {
      if (!done) {
        Files.deleteIfExists(target);
      }
    }
  }

  /**
   * Whether {@link #write} would create or replace the target, rather than write to a device or
   * pipe.
   */
  public static boolean isFile(Path target) throws IOException {
    if (isDevice(target)) {
      return false;
    }
    PosixFileAttributes there = attributes(target);
    return there == null || there.isRegularFile();
  }

  /** Returns why {@link #write} failed, for a message that already names the file. */
  public static String reasonOf(Throwable failure) {
    String reason = failure instanceof FileSystemException of ? of.getReason() : null;
    return reason == null ? failure.toString() : reason;
  }

  /**
   * Returns what the user should specify instead of the target that failed, for an error message.
   */
  public static String expectedAfter(Throwable failure) {
    return reasonOf(failure).contains("No space left on device")
        ? "a file system or device with enough free space"
        : "a file or pipe of your own, or a new file in an existing folder";
  }

  /**
   * Whether the target is in a directory in which only the system creates files, so that links such
   * as {@code /dev/stdout} and {@code /dev/fd/63} may be followed. In {@code /dev/shm}, any user
   * can create files.
   */
  private static boolean isDevice(Path target) {
    Path folder = target.toAbsolutePath().getParent();
    try {
      Path real = folder == null ? target : folder.toRealPath();
      return real.equals(DEVICES) || real.equals(TERMINALS) || real.startsWith(PROCESSES);
    } catch (IOException e) {
      return false; // There is no such directory; creating a file in it will report that.
    }
  }

  /**
   * Returns the attributes of the file with this name, without following links; null if there is
   * none.
   */
  private static @Nullable PosixFileAttributes attributes(Path target) throws IOException {
    try {
      return Files.readAttributes(target, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static void write(Content content, Path to, OpenOption... how) throws IOException {
    try (OutputStream out = Files.newOutputStream(to, how)) {
      content.writeTo(out);
    }
  }

  private static void replace(Path target, Content content) throws IOException {
    Path fresh = create(target);
    boolean done = false;
    try {
      write(
          content,
          fresh,
          StandardOpenOption.WRITE,
          StandardOpenOption.TRUNCATE_EXISTING,
          LinkOption.NOFOLLOW_LINKS);
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
      done = true;
    } finally {
      if (!done) {
        Files.deleteIfExists(fresh);
      }
    }
  }

  /**
   * Creates an empty file in the directory of the target, so that it can be renamed to the target.
   */
  private static Path create(Path target) throws IOException {
    String name = ".tt-alloc-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".tmp";
    try {
      return Files.createFile(target.resolveSibling(name), FOR_ITS_USER_ALONE);
    } catch (FileSystemException e) { // The message of this exception names the temporary file.
      if (e instanceof NoSuchFileException) {
        throw refused(target, "its folder does not exist");
      }
      String reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
      throw refused(target, "cannot create a file in its folder (" + reason + ")");
    }
  }

  private static FileSystemException refused(Path target, String found) {
    return new FileSystemException(target.toString(), null, found);
  }
}
