package io.ttalloc.cli.attach;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The socket on which a HotSpot JVM accepts requests from its own user.
 *
 * <p>The JVM opens the socket {@code .java_pidN} in the temporary directory when it gets SIGQUIT
 * and finds a file {@code .attach_pidN} there; without that file it prints a thread dump instead. A
 * request consists of the protocol version, a command and three arguments, each terminated by a
 * zero byte. The answer is a line with a number, 0 for success, followed by text.
 */
public final class AttachSocket {
  private static final String PROTOCOL = "1";
  private static final int MAX_ARGUMENT_LENGTH = 1_024;
  private static final int MAX_ANSWER_LENGTH = 1 << 16;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final ProcessFacts facts;
  private final Surroundings surroundings;

  /**
   * Creates the socket of a process.
   *
   * @param facts the facts about a process, which {@link TargetJvm} has checked
   */
  public AttachSocket(ProcessFacts facts) {
    this(facts, new ThisMachine());
  }

  AttachSocket(ProcessFacts facts, Surroundings surroundings) {
    this.facts = facts;
    this.surroundings = surroundings;
  }

  /**
   * The operations that depend on the environment and that tests replace: sending the signal,
   * reading the clock and pausing.
   */
  interface Surroundings {

    /** Sends SIGQUIT to a process; returns false if it cannot be sent. */
    boolean quit(long pid) throws IOException, InterruptedException;

    long nanoTime();

    void pause(long nanos);
  }

  /**
   * The answer of a JVM.
   *
   * @param status 0 for success
   * @param text the rest of the answer, on one line
   */
  public record Answer(int status, String text) {

    /** Parses an answer; an answer without a number is a failure. */
    static Answer of(String said) {
      String[] parts = said.strip().split("\\R", 2);
      String text = parts.length < 2 ? "" : parts[1].strip().replaceAll("\\s*\\R\\s*", " ");
      try {
        return new Answer(Integer.parseInt(parts[0].strip()), text);
      } catch (NumberFormatException e) {
        return new Answer(-1, said.strip().replaceAll("\\s*\\R\\s*", " "));
      }
    }
  }

  /**
   * Sends a request and waits for the answer without a time limit.
   *
   * @throws AttachException if the process does not accept requests, or has ended
   */
  public Answer ask(String command, String first, String second, String third)
      throws AttachException {
    StringBuilder request = new StringBuilder(PROTOCOL).append('\0');
    for (String part : new String[] {command, first, second, third}) {
      if (part.getBytes(StandardCharsets.UTF_8).length > MAX_ARGUMENT_LENGTH
          || part.indexOf('\0') >= 0) {
        throw new AttachException(
            "cannot attach to process %d: '%s' is longer than the %d bytes that a JVM accepts"
                .formatted(facts.pid(), part, MAX_ARGUMENT_LENGTH));
      }
      request.append(part).append('\0');
    }
    Path socket = opened();
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      ByteBuffer bytes = ByteBuffer.wrap(request.toString().getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      byte[] answer = Channels.newInputStream(channel).readNBytes(MAX_ANSWER_LENGTH);
      if (answer.length == 0) {
        throw new IOException("it closed the connection");
      }
      return Answer.of(new String(answer, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AttachException(
          "process %d did not answer (%s): it is shutting down, or its socket %s is left over from another process"
              .formatted(facts.pid(), e.getMessage(), socket),
          e);
    }
  }

  private Path opened() throws AttachException {
    Path socket = facts.socket();
    try {
      if (!Files.exists(socket)) {
        open(socket);
      }
      if (!Files.getOwner(socket, LinkOption.NOFOLLOW_LINKS).equals(facts.ownUser())) {
        throw new AttachException(
            "cannot attach to process %d: %s belongs to another user"
                .formatted(facts.pid(), socket));
      }
      return socket;
    } catch (IOException e) {
      throw new AttachException("cannot attach to process %d: %s".formatted(facts.pid(), e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AttachException("interrupted", e);
    }
  }

  private void open(Path socket) throws IOException, InterruptedException, AttachException {
    Path trigger = socket.resolveSibling(".attach_pid" + facts.ownPid());
    try {
      Files.createFile(
          trigger,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      // Another process is also sending a request, or was killed while it did so.
    }
    try {
      if (!surroundings.quit(facts.pid())) {
        throw new AttachException(
            "cannot signal process %d: it has ended, or the system forbids the signal"
                .formatted(facts.pid()));
      }
      long begin = surroundings.nanoTime();
      while (!Files.exists(socket)) {
        if (!facts.exists()) {
          throw new AttachException("process %d has ended in the meantime".formatted(facts.pid()));
        }
        if (surroundings.nanoTime() - begin > PATIENCE_NANOS) {
          throw new AttachException(
              "process %d has not answered for %d s, expected a JVM that is not stuck and accepts requests"
                  .formatted(facts.pid(), TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS)));
        }
        surroundings.pause(LOOK_AGAIN_NANOS);
      }
    } finally {
      Files.deleteIfExists(trigger);
    }
  }

  private static final class ThisMachine implements Surroundings {

    /** Uses a shell, because the JDK has no API for sending SIGQUIT. */
    @Override
    public boolean quit(long pid) throws IOException, InterruptedException {
      Process kill =
          new ProcessBuilder("/bin/sh", "-c", "kill -QUIT \"$1\"", "sh", Long.toString(pid))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return kill.waitFor() == 0;
    }

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public void pause(long nanos) {
      LockSupport.parkNanos(nanos);
    }
  }
}
