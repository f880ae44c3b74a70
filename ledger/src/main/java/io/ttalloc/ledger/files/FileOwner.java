package io.ttalloc.ledger.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * A user as the owner of files. Users are identified by id, not by name, because several ids may
 * have the same name, and an id may have no name in a container. Immutable.
 */
public final class FileOwner {
  private static final Path OWN_FILE = Path.of("/proc/self/stat");
  private static final int ROOT = 0;

  private final int uid;

  private FileOwner(int uid) {
    this.uid = uid;
  }

  /** The owner of a file or directory. Does not follow symbolic links. */
  public static FileOwner of(Path file) throws IOException {
    return new FileOwner(uidOf(file));
  }

  /**
   * The user of this process.
   *
   * @throws IOException if it cannot be determined, because no temporary file can be created
   */
  public static FileOwner ofThisProcess() throws IOException {
    int owner = Files.exists(OWN_FILE) ? uidOf(OWN_FILE) : ROOT;
    // The /proc files of a process that was started with capabilities belong to root even if it
    // runs as another user.
    return new FileOwner(owner == ROOT ? ownUid(-1) : owner);
  }

  /** Whether a file belongs to this user. Does not follow symbolic links. */
  public boolean owns(Path file) throws IOException {
    return uidOf(file) == uid;
  }

  /** The user id of a file's owner. Does not follow symbolic links. */
  public static int uidOf(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * The user id of this process, determined from the owner of its own files.
   *
   * @param expected a user id; if {@link #OWN_FILE} belongs to this user, no temporary file is
   *     created
   */
  static int ownUid(int expected) throws IOException {
    if (Files.exists(OWN_FILE) && uidOf(OWN_FILE) == expected) {
      return expected;
    }
    // Either there is no /proc, or this is not the expected user, or the files in /proc belong to
    // root, as is the case for programs with capabilities.
    Path made = Files.createTempFile("tt-alloc", null);
    try {
      return uidOf(made);
    } finally {
      Files.delete(made);
    }
  }
}
