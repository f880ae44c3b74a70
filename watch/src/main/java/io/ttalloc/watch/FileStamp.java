package io.ttalloc.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a file by which changes to it are detected.
 *
 * @param key the identity of the file, independent of its name; null if the file system has none
 * @param changed the time of the last change to the content or the permissions; null if the file
 *     system does not record this time
 */
record FileStamp(@Nullable Object key, long bytes, FileTime modified, @Nullable Object changed) {

  /** Returns the current stamp of a file; null if unknown. */
  static @Nullable FileStamp of(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return new FileStamp(
          attributes.fileKey(), attributes.size(), attributes.lastModifiedTime(), changed(file));
    } catch (IOException e) {
      return null;
    }
  }

  private static @Nullable Object changed(Path file) throws IOException {
    try {
      return Files.getAttribute(file, "unix:ctime");
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * Returns the identity of the file that currently has this name; null if there is no such file,
   * or if the file system has no file identities.
   */
  static @Nullable Object key(Path file) {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      return null;
    }
  }
}
