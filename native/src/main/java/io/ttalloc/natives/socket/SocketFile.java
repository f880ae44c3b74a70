package io.ttalloc.natives.socket;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The file of a listening socket. It appears at its path atomically, with mode 0600, and only if no
 * other file is there: the socket is bound to a random name and then linked. A socket that a dead
 * server has left behind is first moved away, and is deleted unless another server has replaced it
 * meanwhile. If a server answers on the existing socket, or if the existing file is not a socket,
 * the file is left alone and an exception is thrown.
 *
 * <p>Not thread-safe.
 */
final class SocketFile implements AutoCloseable {
  private static final int ATTEMPTS = 8;
  private static final int MODE_TYPE = 0170000;
  private static final int MODE_SOCKET = 0140000;

  /** Longer paths do not fit into a socket address. */
  private static final int MAX_NAME_LENGTH = 107;

  private final Path path;
  private final ServerSocketChannel channel;
  private final UserPrincipal owner;

  /**
   * The key of the file. No other file gets the same key while the socket is open, even if the file
   * is deleted.
   */
  private final @Nullable Object key;

  private SocketFile(Path path, ServerSocketChannel channel, Path own) throws IOException {
    this.path = path;
    this.channel = channel;
    this.owner = Files.getOwner(own, LinkOption.NOFOLLOW_LINKS);
    this.key = attributes(own).fileKey();
  }

  /**
   * Creates the socket and its file, and starts listening.
   *
   * @throws IOException if this is not possible; the message says why
   */
  static SocketFile listen(Path path) throws IOException {
    Path absolute = path.toAbsolutePath();
    Path folder = absolute.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IOException("%s: the folder for this socket does not exist".formatted(path));
    }
    Path own = beside(absolute);
    if (Math.max(own.toString().length(), absolute.toString().length()) > MAX_NAME_LENGTH) {
      throw new IOException(
          "%s: too long for a socket, expected a path of at most %d bytes"
              .formatted(path, MAX_NAME_LENGTH - own.getFileName().toString().length()));
    }
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.bind(UnixDomainSocketAddress.of(own), 1_024);
      try {
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rw-------"));
        SocketFile made = new SocketFile(absolute, channel, own);
        publish(own, absolute);
        return made;
      } finally {
        Files.deleteIfExists(own);
      }
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  ServerSocketChannel channel() {
    return channel;
  }

  Path path() {
    return path;
  }

  /**
   * The user of this process, in the form used by the file system and by the peer credentials of a
   * socket.
   */
  UserPrincipal owner() {
    return owner;
  }

  /** Closes the socket and deletes its file, unless another file has taken its place. */
  @Override
  public void close() throws IOException {
    try (channel) {
      if (Objects.equals(attributes(path).fileKey(), key)) {
        Files.delete(path);
      }
    } catch (NoSuchFileException e) {
      // The file has already been deleted.
    }
  }

  private static void publish(Path own, Path path) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        Files.createLink(path, own);
        return;
      } catch (FileAlreadyExistsException e) {
        removeStale(path);
      }
    }
    throw new IOException(
        "%s: other servers keep creating this socket; only one server can use it".formatted(path));
  }

  /** Removes a socket that a dead server has left at the path. */
  private static void removeStale(Path path) throws IOException {
    BasicFileAttributes found;
    try {
      found = attributes(path);
      if (!isSocket(path)) {
        throw new IOException(
            "%s is not a socket, expected a socket of an earlier server, or no file; it is left in place"
                .formatted(path));
      }
      if (answers(path)) {
        throw new IOException(
            "another server is already listening on %s; this one will not start".formatted(path));
      }
    } catch (NoSuchFileException e) {
      return; // deleted in the meantime
    }
    Path moved = beside(path);
    try {
      Files.move(path, moved);
    } catch (NoSuchFileException e) {
      return;
    }
    if (!isSame(attributes(moved), found)) {
      Files.createLink(path, moved); // another server was faster, and this is its socket
    }
    Files.delete(moved);
  }

  /**
   * Compares modification times as well as file keys, since a new file may get the inode number of
   * a deleted file.
   */
  private static boolean isSame(BasicFileAttributes one, BasicFileAttributes other) {
    return Objects.equals(one.fileKey(), other.fileKey())
        && one.lastModifiedTime().equals(other.lastModifiedTime());
  }

  private static boolean answers(Path path) throws IOException {
    try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      // Non-blocking, since a blocking connect would wait for a server whose queue is full.
      probe.configureBlocking(false);
      probe.connect(UnixDomainSocketAddress.of(path));
      return true;
    } catch (ConnectException e) {
      return false;
    } catch (IOException e) {
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        return false; // deleted in the meantime
      }
      throw new IOException(
          "%s: cannot tell whether a server is listening on this socket (%s); the socket is kept"
              .formatted(path, e.getMessage()),
          e);
    }
  }

  private static boolean isSocket(Path path) throws IOException {
    int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    return (mode & MODE_TYPE) == MODE_SOCKET;
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** Returns a path in the same folder, with a short random name. */
  private static Path beside(Path path) {
    String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    return path.resolveSibling(".tta" + random.substring(4));
  }
}
