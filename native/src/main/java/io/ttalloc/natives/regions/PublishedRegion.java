package io.ttalloc.natives.regions;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A region that this process created. Guarded by {@link RegionPublisher}.
 *
 * <p>The version is written after the rest of the initial content; see {@link RegionWriter} for
 * what readers may see afterwards.
 *
 * <p>The file is written in full before it is mapped, so that full shared memory causes an
 * exception on creation instead of a crash of the JVM later. The channel stays open, so that the
 * file system cannot give the file key of this file to another file.
 */
final class PublishedRegion implements AutoCloseable {
  private static final RegionLayout LAYOUT = RegionLayout.V2_TO_V4;

  private final Path file;
  private final FileChannel channel;
  private final RegionMemory memory;
  private final RegionWriter writer;
  private final @Nullable Object key;

  private PublishedRegion(Path file, FileChannel channel, RegionMemory memory, Object key) {
    this.file = file;
    this.channel = channel;
    this.memory = memory;
    this.writer = new RegionWriter(memory);
    this.key = key;
  }

  /**
   * Creates the file.
   *
   * @throws IOException if the file already exists or cannot be created; the message states the
   *     reason
   */
  static PublishedRegion create(Path folder, ChipUsage chip) throws IOException {
    Path file = folder.resolve("tt_device_" + Long.toUnsignedString(chip.uniqueId()) + "_memory");
    FileChannel channel;
    try {
      channel =
          FileChannel.open(
              file,
              Set.of(
                  StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      throw new IOException("%s already exists; another process created it".formatted(file), e);
    } catch (NoSuchFileException e) {
      throw new IOException("cannot create %s: its folder does not exist".formatted(file), e);
    } catch (IOException e) {
      throw new IOException("cannot create %s: %s".formatted(file, e.getMessage()), e);
    }
    try {
      ByteBuffer content = content(chip);
      while (content.hasRemaining()) {
        channel.write(content, content.position());
      }
      RegionMemory memory =
          new RegionMemory.Mapped(channel.map(FileChannel.MapMode.READ_WRITE, 0, LAYOUT.size));
      PublishedRegion region = new PublishedRegion(file, channel, memory, keyOf(file));
      memory.putInt(RegionLayout.VERSION, RegionPublisher.VERSION);
      return region;
    } catch (IOException e) {
      channel.close();
      Files.deleteIfExists(file);
      throw new IOException("cannot write %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** The part of the content that never changes, without the version. */
  private static ByteBuffer content(ChipUsage chip) {
    ByteBuffer content = ByteBuffer.allocate(LAYOUT.size).order(ByteOrder.LITTLE_ENDIAN);
    content.putLong(RegionLayout.ASIC, chip.uniqueId());
    content.putInt(RegionLayout.DEVICE, chip.device());
    content.putInt(LAYOUT.chip(0) + RegionLayout.CHIP_NUMBER, chip.device());
    for (int i = 1; i < RegionLayout.CHIPS; i++) {
      content.putInt(LAYOUT.chip(i) + RegionLayout.CHIP_NUMBER, (int) LAYOUT.unusedChip);
    }
    return content;
  }

  /** Whether the file was removed, so that other processes can no longer open it. */
  boolean isGone() {
    return !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Writes the current allocations.
   *
   * @throws IOException if the file is no longer the one created here, was truncated, or is used by
   *     a TT-Metal process
   */
  void update(ChipUsage chip, long nowNanos) throws IOException {
    requireOwn();
    try {
      writer.update(chip, nowNanos);
    } catch (InternalError e) {
      // The JDK throws this on access to a mapped file that was truncated.
      throw new IOException(file + " was truncated by another process", e);
    }
  }

  /** Removes the file, unless another file has replaced it or another process uses it. */
  void remove() {
    try (channel) {
      requireOwn();
      Files.delete(file);
    } catch (IOException e) {
      // The file no longer exists, or another process has replaced or used it. It is left alone.
    }
  }

  /** Closes the channel and leaves the file as it is. */
  @Override
  public void close() throws IOException {
    channel.close();
  }

  private void requireOwn() throws IOException {
    if (!Objects.equals(keyOf(file), key)) {
      throw new IOException(file + " was replaced by another file, which is left untouched");
    }
    if (channel.size() < LAYOUT.size) {
      throw new IOException(file + " was truncated by another process");
    }
    int version = memory.getInt(RegionLayout.VERSION);
    if (version != RegionPublisher.VERSION) {
      throw new IOException(
          "%s was taken over by another process (version %d, expected %d)"
              .formatted(file, version, RegionPublisher.VERSION));
    }
    int stranger = writer.stranger();
    if (stranger != 0) {
      throw new IOException("%s is used by process %d as well".formatted(file, stranger));
    }
  }

  private static Object keyOf(Path file) throws IOException {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return Objects.requireNonNullElse(attributes.fileKey(), attributes.creationTime());
    } catch (NoSuchFileException e) {
      throw new IOException(file + " was removed by another process", e);
    }
  }
}
