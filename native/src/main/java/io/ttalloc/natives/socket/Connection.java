package io.ttalloc.natives.socket;

import io.ttalloc.natives.socket.accounting.Participant;
import io.ttalloc.natives.socket.wire.MalformedStreamException;
import io.ttalloc.natives.socket.wire.MessageStream;
import io.ttalloc.natives.socket.wire.Stride;
import io.ttalloc.natives.socket.wire.WireMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection, with at most one incomplete message, and with the answers that have not
 * been sent yet. While more than {@value #UNSENT} answers are waiting, nothing is read from the
 * connection. Used only on the server's thread.
 */
final class Connection {
  private static final int UNSENT = 64;
  private static final byte[] NOTHING = {};

  private final int number;
  private final SocketChannel channel;
  private final Participant participant;
  private final BiConsumer<Connection, WireMessage> messages;
  private final MessageStream stream = new MessageStream();
  private final Queue<ByteBuffer> unsent = new ArrayDeque<>();
  private byte[] rest = NOTHING;
  private long restSinceNanos;

  Connection(
      int number,
      SocketChannel channel,
      Participant participant,
      BiConsumer<Connection, WireMessage> messages) {
    this.number = number;
    this.channel = channel;
    this.participant = participant;
    this.messages = messages;
  }

  int number() {
    return number;
  }

  SocketChannel channel() {
    return channel;
  }

  Participant participant() {
    return participant;
  }

  /**
   * Reads the bytes that have arrived.
   *
   * @param buffer overwritten; large enough for many messages
   * @return false if the client has closed the connection
   */
  boolean read(ByteBuffer buffer, long nowNanos) throws IOException, MalformedStreamException {
    buffer.clear().put(rest);
    int count = channel.read(buffer);
    buffer.flip();
    if (count < 0) {
      stream.quiet(buffer, this::message);
      stream.end(buffer);
      return false;
    }
    stream.read(buffer, this::message);
    keep(buffer, nowNanos);
    return true;
  }

  /** Whether {@link #quiet} must be called if no more bytes arrive for a while. */
  boolean awaitsSilence() {
    return rest.length > 0 && stream.awaitsSilence(ByteBuffer.wrap(rest));
  }

  /** The time at which the last of the unread bytes arrived. */
  long restSinceNanos() {
    return restSinceNanos;
  }

  /** Processes the unread bytes, after no more bytes have arrived for a while. */
  void quiet(long nowNanos) throws MalformedStreamException {
    ByteBuffer bytes = ByteBuffer.wrap(rest);
    stream.quiet(bytes, this::message);
    keep(bytes, nowNanos);
  }

  /**
   * The message length that the client uses; null while the length is unknown. It is known once a
   * query has been delivered.
   */
  @Nullable Stride stride() {
    return stream.stride();
  }

  /** Queues an answer. */
  void answer(ByteBuffer answer) {
    unsent.add(answer);
  }

  /**
   * Sends as many answers as possible without blocking; returns the selector operations to wait
   * for.
   */
  int send() throws IOException {
    while (!unsent.isEmpty()) {
      ByteBuffer next = unsent.element();
      channel.write(next);
      if (next.hasRemaining()) {
        return unsent.size() > UNSENT
            ? SelectionKey.OP_WRITE
            : SelectionKey.OP_WRITE | SelectionKey.OP_READ;
      }
      unsent.remove();
    }
    return SelectionKey.OP_READ;
  }

  private void message(WireMessage message) {
    messages.accept(this, message);
  }

  private void keep(ByteBuffer bytes, long nowNanos) {
    rest = bytes.hasRemaining() ? new byte[bytes.remaining()] : NOTHING;
    bytes.get(rest);
    restSinceNanos = nowNanos;
  }
}
