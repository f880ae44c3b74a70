package io.ttalloc.ledger.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Chooses, creates and checks the directory for ledgers. */
final class DirectoryChoice {
  private DirectoryChoice() {}

  static LedgerDirectory choose(@Nullable String configured, DefaultDirectories defaults) {
    Path directory;
    try {
      directory =
          configured == null || configured.isBlank()
              ? defaults.preferred()
              : Path.of(configured).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      return new LedgerDirectory.Refused(
          Marks.printable(e.getInput()) + " is not a valid path (" + e.getReason() + ")");
    }
    try {
      create(directory);
      return check(directory);
    } catch (IOException | UnsupportedOperationException e) {
      return new LedgerDirectory.Refused(directory + " cannot be used: " + reasonOf(e));
    }
  }

  static LedgerDirectory existing(Path directory) {
    try {
      return check(directory.toAbsolutePath().normalize());
    } catch (IOException | UnsupportedOperationException e) {
      return new LedgerDirectory.Refused(directory + " cannot be used: " + reasonOf(e));
    }
  }

  private static void create(Path directory) throws IOException {
    if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException e) {
      // Either another process has created the directory in the meantime, or a parent is not a
      // directory; check() reports the latter.
      if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
        throw e;
      }
    }
  }

  private static LedgerDirectory check(Path directory) throws IOException {
    PosixFileAttributes attributes =
        Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (attributes.isSymbolicLink()) {
      return new LedgerDirectory.Refused(directory + " is a symbolic link, expected a directory");
    }
    if (!attributes.isDirectory()) {
      return new LedgerDirectory.Refused(directory + " is a file, expected a directory");
    }
    int owner = FileOwner.uidOf(directory);
    int currentUser = FileOwner.ownUid(owner);
    if (owner != currentUser) {
      return new LedgerDirectory.Refused(
          "%s belongs to user id %d, expected %d (this user)"
              .formatted(directory, owner, currentUser));
    }
    Set<PosixFilePermission> permissions = attributes.permissions();
    if (permissions.contains(PosixFilePermission.GROUP_WRITE)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      return new LedgerDirectory.Refused(
          directory
              + " is writable by others ("
              + PosixFilePermissions.toString(permissions)
              + "), expected rwx------");
    }
    if (!Files.isWritable(directory) || !Files.isExecutable(directory)) {
      return new LedgerDirectory.Refused(
          directory
              + " cannot be written to ("
              + PosixFilePermissions.toString(permissions)
              + "), expected "
              + (permissions.contains(PosixFilePermission.OWNER_WRITE)
                      && permissions.contains(PosixFilePermission.OWNER_EXECUTE)
                  ? "a file system that is not mounted read-only"
                  : "rwx------"));
    }
    return new LedgerDirectory.Chosen(directory);
  }

  private static String reasonOf(Exception e) {
    String kind = e.getClass().getSimpleName();
    String message = e.getMessage();
    return message == null ? kind : kind + ": " + Marks.printable(message);
  }
}
