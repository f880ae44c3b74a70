package io.ttalloc.ledger.bytes;

import static io.ttalloc.ledger.LedgerLayout.MAX_SEGMENTS;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_SHIFT;

import io.ttalloc.ledger.LedgerContent;
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
 * A ledger that is open for positional reads. Bytes beyond the end of the file read as zeros. Zeros
 * look like free slots, so this class records where the file ended too early. Not final, so that
 * tests can change the file between two reads. Not thread-safe.
 */
public class LedgerFile implements Closeable {
  private static final byte[] ZEROS = new byte[1 << 12];

  /** Opens the ledger for each pass over its slots. */
  public interface Source {
    LedgerFile open() throws IOException;
  }

  private final LedgerContent content;
  private final Closeable opened;
  private final ReadingPasses passes;
  private int segments;
  private long expectedBytes;
  private long reportedEnd = Long.MAX_VALUE;
  private long foundEnd = Long.MAX_VALUE;

  public LedgerFile(FileChannel channel) {
    this(channel, new ReadingPasses(ReadProgress.NONE));
  }

  private LedgerFile(FileChannel channel, ReadingPasses passes) {
    this(new ChannelContent(channel), channel, passes);
  }

  /** Creates a view of a ledger that its writer has opened; {@link #close} leaves the file open. */
  public LedgerFile(LedgerContent content) {
    this(content, () -> {}, new ReadingPasses(ReadProgress.NONE));
  }

  private LedgerFile(LedgerContent content, Closeable opened, ReadingPasses passes) {
    this.content = content;
    this.opened = opened;
    this.passes = passes;
  }

  public static LedgerFile open(Path path) throws IOException {
    return open(path, new ReadingPasses(ReadProgress.NONE));
  }

  /**
   * Opens a ledger, and counts the passes over its slots together with the passes of all other
   * instances that share {@code passes}.
   */
  public static LedgerFile open(Path path, ReadingPasses passes) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        // Checked before opening: opening a named pipe would block until there is a writer.
        String found = attributes.isDirectory() ? "a directory" : "a special file";
        throw new UnreadableLedgerException(
            path + " is not a ledger: found " + found + ", expected a regular file");
      }
      return new LedgerFile(FileChannel.open(path, StandardOpenOption.READ), passes);
    } catch (NoSuchFileException e) {
      throw new UnreadableLedgerException(path + " does not exist; expected a ledger file");
    } catch (AccessDeniedException e) {
      throw new UnreadableLedgerException(path + " cannot be read: permission denied", e);
    } catch (FileSystemException e) {
      throw new UnreadableLedgerException(path + " cannot be read: " + e.getReason(), e);
    }
  }

  public static ByteBuffer buffer(int capacity) {
    return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Sets the number of segments stated in the header, and adds a sentence to the damage if that
   * number is impossible or the file has fewer segments. Must be called after the header has been
   * read, because a running process adds a segment to the file before it counts the segment in the
   * header.
   */
  public void expect(int published, Damage damage) throws IOException {
    long size = content.size();
    int held = (int) Math.min(MAX_SEGMENTS, (size + SEGMENT_BYTES - 1) >>> SEGMENT_SHIFT);
    if (published < 1 || published > MAX_SEGMENTS) {
      damage.add(
          ": the header says that there are "
              + Integer.toUnsignedString(published)
              + " segments, expected 1 to "
              + MAX_SEGMENTS
              + "; all segments in the file are read");
      segments = held;
      return;
    }
    segments = Math.max(published, held);
    expectedBytes = (long) published << SEGMENT_SHIFT;
    if (size < expectedBytes) {
      damage.add(" is truncated: found " + size + foundLess());
      reportedEnd = size;
    }
  }

  private String foundLess() {
    return " bytes, expected " + expectedBytes + "; the rest is missing";
  }

  /** Reports that a pass over the slots has reached a segment. */
  public void reached(int segment) {
    passes.reached(segment, segments);
  }

  /**
   * The number of segments to read, including the header segment and an incomplete last segment.
   */
  public int segments() {
    return segments;
  }

  /**
   * Fills the buffer with the bytes at a position, and with zeros beyond the end of the file.
   *
   * @return the number of bytes that came from the file
   */
  public int read(ByteBuffer into, long position) throws IOException {
    into.clear();
    while (into.hasRemaining()) {
      int count = content.read(into, position + into.position());
      if (count < 0) {
        break;
      }
    }
    int found = into.position();
    if (into.hasRemaining()) {
      noteEnd(position + found, position + into.limit());
    }
    while (into.hasRemaining()) {
      into.put(ZEROS, 0, Math.min(ZEROS.length, into.remaining()));
    }
    into.clear();
    return found;
  }

  private void noteEnd(long end, long requested) {
    if (end < Math.min(requested, expectedBytes)) {
      foundEnd = Math.min(foundEnd, end);
    }
  }

  /**
   * Adds a sentence to the damage if a read has found the file to be shorter than it was when
   * {@link #expect} was called.
   */
  public void report(Damage damage) throws IOException {
    if (foundEnd < reportedEnd) {
      long end = Math.min(foundEnd, content.size());
      damage.add(" was truncated while it was being read: found " + end + foundLess());
    }
  }

  @Override
  public void close() throws IOException {
    opened.close();
  }

  private record ChannelContent(FileChannel channel) implements LedgerContent {
    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      return channel.read(into, position);
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }
  }
}
