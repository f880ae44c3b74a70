package io.ttalloc.it.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A small in-memory file system that fills up quickly. Not thread-safe.
 *
 * @param isMounted false if no file system can be mounted; the folder is then an ordinary one
 */
public record SmallDisk(Path path, boolean isMounted) implements AutoCloseable {

  /**
   * Creates a folder and mounts a file system there. The size is in the syntax of {@code mount}.
   */
  public static SmallDisk mountAt(Path path, String size) throws IOException, InterruptedException {
    Files.createDirectory(path);
    return new SmallDisk(
        path, call("mount", "-t", "tmpfs", "-o", "mode=0700,size=" + size, "tmpfs", path));
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (isMounted) {
      assertThat(call("umount", path)).isTrue();
    }
  }

  private static boolean call(Object... command) throws InterruptedException {
    List<String> words = new ArrayList<>();
    for (Object word : command) {
      words.add(word.toString());
    }
    try {
      return new ProcessBuilder(words).inheritIO().start().waitFor() == 0;
    } catch (IOException noSuchCommand) {
      return false;
    }
  }
}
