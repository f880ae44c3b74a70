package io.ttalloc.natives.regions;

import io.ttalloc.natives.processes.ProcessTable;
import io.ttalloc.text.VisibleText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the regions in a folder. Each region is opened for reading only and copied before it is
 * parsed. The contents are not trusted: the processes that write them may have crashed, and anyone
 * with write access to the folder may put anything there. Immutable.
 */
public final class RegionReader {
  /** The folder in which TT-Metal keeps its regions. */
  public static final Path DEFAULT_FOLDER = Path.of("/dev/shm");

  /** The maximum number of regions to read; a machine has at most a few dozen chips. */
  private static final int MAX_REGIONS = 1_024;

  /** The maximum number of times to copy a region until two successive copies are equal. */
  private static final int COPIES = 8;

  private static final int MAX_SIZE = RegionLayout.V1.size;
  private static final Pattern NAME = Pattern.compile("tt_device_(.+)_memory", Pattern.DOTALL);

  private final Path folder;
  private final RegionParser parser;

  public RegionReader(Path folder, ProcessTable processes) {
    this.folder = folder;
    this.parser = new RegionParser(processes);
  }

  /**
   * The regions in the folder, sorted by name; at most {@value #MAX_REGIONS}.
   *
   * @throws IOException if the folder cannot be listed
   */
  public List<RegionReading> readAll() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(
            folder, entry -> NAME.matcher(entry.getFileName().toString()).matches())) {
      for (Path entry : entries) {
        files.add(entry);
        if (files.size() == MAX_REGIONS) {
          break;
        }
      }
    }
    files.sort(null);
    return files.stream().map(this::read).toList();
  }

  /** Reads one region. */
  public RegionReading read(Path file) {
    Matcher name = NAME.matcher(file.getFileName().toString());
    String uniqueId = name.matches() ? VisibleText.of(name.group(1)) : "";
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return unreadable(file, "is not a regular file");
      }
      Set<OpenOption> options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
      try (FileChannel channel = FileChannel.open(file, options)) {
        ByteBuffer copy = copy(channel);
        for (int i = 1; i < COPIES; i++) {
          ByteBuffer next = copy(channel);
          if (next.equals(copy)) {
            return parser.parse(file, uniqueId, copy, true);
          }
          copy = next;
        }
        return parser.parse(file, uniqueId, copy, false);
      }
    } catch (NoSuchFileException e) {
      return unreadable(file, "no longer exists");
    } catch (IOException e) {
      return unreadable(file, "cannot be read: " + e.getMessage());
    }
  }

  /** Copies the beginning of the file, up to the maximum size of a region. */
  private static ByteBuffer copy(FileChannel channel) throws IOException {
    ByteBuffer copy = ByteBuffer.allocate(MAX_SIZE).order(ByteOrder.LITTLE_ENDIAN);
    while (copy.hasRemaining() && channel.read(copy, copy.position()) > 0) {}
    return copy.flip();
  }

  private static RegionReading unreadable(Path file, String what) {
    return RegionParser.unreadable(file, what);
  }
}
