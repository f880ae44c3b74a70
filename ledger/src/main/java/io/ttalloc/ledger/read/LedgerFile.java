package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.MAX_SEGMENTS;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_SHIFT;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A ledger that is open for positional reads. Its size is the one that it had when opened. Not
 * final, so that a test can change the file between two reads.
 */
class LedgerFile implements Closeable {
  private static final byte[] ZEROS = new byte[1 << 12];

  private final FileChannel channel;
  private final long size;

  LedgerFile(FileChannel channel) throws IOException {
    this.channel = channel;
    this.size = channel.size();
  }

  static LedgerFile open(Path path) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        // Checked before opening: opening a pipe would wait for its writer.
        String found = attributes.isDirectory() ? "a directory" : "a special file";
        throw new UnreadableLedgerException(
            path + " is not a ledger: found " + found + ", expected a regular file");
      }
      return new LedgerFile(FileChannel.open(path, StandardOpenOption.READ));
    } catch (NoSuchFileException e) {
      throw new UnreadableLedgerException(path + " does not exist; expected a ledger file");
    } catch (AccessDeniedException e) {
      throw new UnreadableLedgerException(path + " cannot be read: permission denied");
    } catch (FileSystemException e) {
      throw new UnreadableLedgerException(path + " cannot be read: " + e.getReason());
    }
  }

  static ByteBuffer buffer(int capacity) {
    return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
  }

  long size() {
    return size;
  }

  /** How many segments there are, the header and a last incomplete one included. */
  int segments() {
    return (int) Math.min(MAX_SEGMENTS, (size + SEGMENT_BYTES - 1) >>> SEGMENT_SHIFT);
  }

  /**
   * Fills the whole buffer from this position on, with zeros where the file has ended.
   *
   * @return how many bytes are of the file
   */
  int read(ByteBuffer into, long position) throws IOException {
    into.clear();
    while (into.hasRemaining()) {
      int count = channel.read(into, position + into.position());
      if (count < 0) {
        break;
      }
    }
    int found = into.position();
    while (into.hasRemaining()) {
      into.put(ZEROS, 0, Math.min(ZEROS.length, into.remaining()));
    }
    into.clear();
    return found;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
