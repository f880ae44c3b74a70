package io.ttalloc.natives.socket.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the messages in the bytes of one connection, however they were split or joined on their
 * way, and finds out how long they are.
 *
 * <p><b>How the length is found.</b> Of an event or a query, every byte from 40 on is zero, and the
 * first byte of a message never is. So the first byte behind 40 that is not zero begins the second
 * message, and its position is the length; whatever is longer than the shortest length and cannot
 * be one is malformed. An event is complete in its first 40 bytes and is delivered as soon as the
 * shortest length has arrived, before its own length is known. A query has to wait for it, since it
 * is answered in the same length: if nothing follows a query of the longest length, that is it;
 * otherwise {@link #quiet} says that nothing more has come for a while.
 *
 * <p>The caller keeps the bytes that a call leaves and puts them before those that follow. These
 * are fewer than a message of the longest kind has. For one thread.
 */
public final class MessageStream {
  private static final int MIN_LENGTH = Stride.B72.bytes();

  private @Nullable Stride stride;

  /** Whether the first message was delivered before its length was known. */
  private boolean firstDelivered;

  /** The position in the stream at which the unread bytes begin. */
  private long position;

  private long messages;

  /**
   * Delivers every message that is complete.
   *
   * @param bytes the unread bytes of the stream, from its position to its limit; its position is
   *     moved behind what was delivered
   * @throws MalformedStreamException what comes next is no message; those before it were delivered
   */
  public void read(ByteBuffer bytes, Consumer<WireMessage> to) throws MalformedStreamException {
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    Stride known = stride != null ? stride : readFirst(bytes, to);
    if (known == null) {
      return;
    }
    while (bytes.remaining() >= known.bytes()) {
      MessageType type = typeAt(bytes);
      requireZeros(bytes, type, known.bytes());
      WireMessage message = message(bytes, type);
      skip(bytes, known);
      deliver(message, to);
    }
    if (bytes.hasRemaining()) {
      typeAt(bytes);
    }
  }

  /** Whether what was read may be a whole query, so that only silence can show its length. */
  public boolean awaitsSilence(ByteBuffer bytes) {
    return stride == null && !firstDelivered && Stride.of(bytes.remaining()) != null;
  }

  /** Notes that nothing has arrived for a while: the bytes of the first query are complete. */
  public void quiet(ByteBuffer bytes, Consumer<WireMessage> to) throws MalformedStreamException {
    if (awaitsSilence(bytes)) {
      stride = Stride.of(bytes.remaining());
      read(bytes, to);
    }
  }

  /**
   * The stream has ended.
   *
   * @throws MalformedStreamException it ended within a message
   */
  public void end(ByteBuffer bytes) throws MalformedStreamException {
    boolean whole = !bytes.hasRemaining();
    whole |= stride == null && Stride.of(bytes.remaining()) != null;
    if (!whole) {
      String expected = stride == null ? "72, 112, 128 or 144" : Integer.toString(stride.bytes());
      throw malformed(
          0,
          "the connection ended after %d bytes of a message of %s"
              .formatted(bytes.remaining(), expected));
    }
  }

  /**
   * The length of the messages; null while it is unknown. Known whenever a query has been
   * delivered.
   */
  public @Nullable Stride stride() {
    return stride;
  }

  /** The number of messages that were delivered. */
  public long messages() {
    return messages;
  }

  private @Nullable Stride readFirst(ByteBuffer bytes, Consumer<WireMessage> to)
      throws MalformedStreamException {
    if (!bytes.hasRemaining()) {
      return null;
    }
    MessageType type = typeAt(bytes);
    Stride found = strideOf(bytes);
    stride = found;
    boolean deliverable = bytes.remaining() >= MIN_LENGTH && (found != null || !type.isQuery());
    if (deliverable && !firstDelivered) {
      firstDelivered = true;
      deliver(message(bytes, type), to);
    }
    if (found != null) {
      skip(bytes, found);
    }
    return found;
  }

  /** The length of the first message; null if the bytes do not show it yet. */
  private @Nullable Stride strideOf(ByteBuffer bytes) throws MalformedStreamException {
    int end = Math.min(bytes.remaining(), Stride.MAX_LENGTH);
    for (int i = Stride.EVENT_BYTES; i < end; i++) {
      byte found = bytes.get(bytes.position() + i);
      if (found != 0) {
        Stride before = Stride.of(i);
        if (before == null) {
          throw malformed(
              i,
              "found %s, expected 0, or the next message at 72, 112, 128 or 144"
                  .formatted(hex(found)));
        }
        return before;
      }
    }
    return bytes.remaining() >= Stride.MAX_LENGTH ? Stride.B144 : null;
  }

  /** The type of the message at the position; some of its first four bytes may be missing. */
  private MessageType typeAt(ByteBuffer bytes) throws MalformedStreamException {
    int at = bytes.position();
    MessageType type = MessageType.ofCode(Byte.toUnsignedInt(bytes.get(at + Stride.TYPE)));
    if (type == null) {
      throw malformed(
          0,
          "found %s, expected a type from 1 to %d"
              .formatted(hex(bytes.get(at)), MessageType.LAST_CODE));
    }
    for (int i = 1; i < Math.min(Stride.TYPE_END, bytes.remaining()); i++) {
      if (bytes.get(at + i) != 0) {
        throw malformed(i, "found %s, expected 0 behind a type".formatted(hex(bytes.get(at + i))));
      }
    }
    return type;
  }

  private void requireZeros(ByteBuffer bytes, MessageType type, int end)
      throws MalformedStreamException {
    int at = bytes.position();
    // A client has no reason to send an answer, but if it does, these are the bytes with its
    // numbers.
    for (int i = type.isAnswer() ? end : Stride.EVENT_BYTES; i < end; i++) {
      if (bytes.get(at + i) != 0) {
        throw malformed(
            i,
            "found %s, expected only zero bytes before the next message at %d"
                .formatted(hex(bytes.get(at + i)), end));
      }
    }
  }

  private static WireMessage message(ByteBuffer bytes, MessageType type) {
    int at = bytes.position();
    return new WireMessage(
        type,
        bytes.getInt(at + Stride.DEVICE),
        bytes.getLong(at + Stride.SIZE),
        Byte.toUnsignedInt(bytes.get(at + Stride.BUFFER_TYPE)),
        bytes.getInt(at + Stride.PROCESS),
        bytes.getLong(at + Stride.ADDRESS),
        bytes.getLong(at + Stride.TIMESTAMP));
  }

  private void deliver(WireMessage message, Consumer<WireMessage> to) {
    messages++;
    to.accept(message);
  }

  private void skip(ByteBuffer bytes, Stride length) {
    bytes.position(bytes.position() + length.bytes());
    position += length.bytes();
  }

  private MalformedStreamException malformed(int offset, String what) {
    return new MalformedStreamException(
        String.format(
            Locale.ROOT,
            "byte %,d (%d of a message): %s; %,d messages before it were read",
            position + offset,
            offset,
            what,
            messages));
  }

  private static String hex(byte value) {
    return String.format(Locale.ROOT, "0x%02x", value);
  }
}
