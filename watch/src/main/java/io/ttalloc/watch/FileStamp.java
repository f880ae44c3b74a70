package io.ttalloc.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * What shows whether a file has changed since.
 *
 * @param key the file itself, whatever its name; null where the system has none
 * @param changed when its content or its permissions changed; null where the system does not say
 */
record FileStamp(@Nullable Object key, long bytes, FileTime modified, @Nullable Object changed) {

  /** The stamp of a file as it is now; null if unknown. */
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

  /** The file that has this name now; null if there is none, or if the system does not say. */
  static @Nullable Object key(Path file) {
    FileStamp stamp = of(file);
    return stamp == null ? null : stamp.key;
  }
}
