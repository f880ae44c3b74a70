package io.ttalloc.agent.exit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The file of this process's ledger. The process keeps the file open even if it is removed or
 * replaced; this class detects that, so that no message names a file that is gone and no other file
 * is deleted. Immutable.
 */
final class OwnLedger {
  /** The state of the file at the ledger's path. */
  enum Fate {
    /** The file is the ledger. */
    THERE,
    /** There is no file. */
    REMOVED,
    /** Another file is at the path. */
    REPLACED,
    /** The file cannot be accessed. */
    UNKNOWN
  }

  private final Path path;

  /** Identity of the file, unique among open files; null if the file system has none. */
  private final @Nullable Object key;

  private OwnLedger(Path path, @Nullable Object key) {
    this.path = path;
    this.key = key;
  }

  /**
   * Remembers the file at this path. Must be called when the ledger has just been created. Loads
   * all classes that {@link #fate} needs.
   */
  static OwnLedger at(Path path) {
    Object key = null;
    try {
      key = attributes(path).fileKey();
    } catch (IOException | SecurityException e) {
      // Without a key, any file at this path is assumed to be the ledger.
    }
    OwnLedger made = new OwnLedger(path, key);
    return made.fate() == Fate.THERE ? made : new OwnLedger(path, null);
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  Path path() {
    return path;
  }

  Fate fate() {
    try {
      Object now = attributes(path).fileKey();
      return key == null || key.equals(now) ? Fate.THERE : Fate.REPLACED;
    } catch (NoSuchFileException e) {
      return Fate.REMOVED;
    } catch (IOException | SecurityException e) {
      return Fate.UNKNOWN;
    }
  }

  /** A phrase for messages that says what has become of the ledger. */
  String description() {
    Fate fate = fate();
    // Not a switch: a switch over an enum needs an extra class, which may fail to load at exit.
    if (fate == Fate.THERE) {
      return "the ledger is kept: " + path;
    }
    if (fate == Fate.UNKNOWN) {
      return "it is unknown whether the ledger " + path + " is still there";
    }
    String became = fate == Fate.REMOVED ? " was removed" : " was replaced by another file";
    return "the ledger " + path + became;
  }
}
