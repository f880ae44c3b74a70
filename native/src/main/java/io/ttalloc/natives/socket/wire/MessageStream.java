package io.ttalloc.natives.socket.wire;

import io.ttalloc.text.Numbers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the messages in the bytes of one connection, however the bytes were split or joined in
 * transit, and determines the length of the messages.
 *
 * <p><b>How the length is determined.</b> In an event or a query, every byte from offset 40 on is
 * zero, but the first byte of a message is never zero. So the first nonzero byte from offset 40 on
 * begins the second message, and its offset is the length; if that is not a valid length, the
 * stream is malformed. An event is complete in its first 40 bytes. It is delivered as soon as
 * enough bytes for the shortest message have arrived, even if its own length is not known yet. A
 * query has to wait until its length is known, since the answer has the same length. If enough
 * bytes for the longest message have arrived, and no second message begins among these bytes, the
 * messages have the longest possible length. If fewer bytes have arrived and nothing follows for a
 * while, {@link #quiet} is called, and the bytes that have arrived are the whole query.
 *
 * <p>The caller keeps the bytes that a call leaves unread and prepends them to the bytes that
 * arrive next. The unread bytes are always fewer than those of the longest message. Not
 * thread-safe.
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
   * Delivers every complete message.
   *
   * @param bytes the unread bytes of the stream, from its position to its limit; its position is
   *     moved past the delivered messages
   * @throws MalformedStreamException if the next bytes are not a message; the messages before them
   *     have been delivered
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

  /**
   * Whether the unread bytes may be a whole query. The length of such a query is known only once
   * nothing has followed for a while.
   */
  public boolean awaitsSilence(ByteBuffer bytes) {
    return stride == null && !firstDelivered && Stride.of(bytes.remaining()) != null;
  }

  /** Called when nothing has arrived for a while: the first query is then complete. */
  public void quiet(ByteBuffer bytes, Consumer<WireMessage> to) throws MalformedStreamException {
    if (awaitsSilence(bytes)) {
      stride = Stride.of(bytes.remaining());
      read(bytes, to);
    }
  }

  /**
   * Called when the stream has ended.
   *
   * @throws MalformedStreamException if the stream ended within a message
   */
  public void end(ByteBuffer bytes) throws MalformedStreamException {
    boolean whole = !bytes.hasRemaining();
    whole |= stride == null && Stride.of(bytes.remaining()) != null;
    if (!whole) {
      String expected = stride == null ? "72, 112, 128 or 144" : Integer.toString(stride.bytes());
      throw malformed(
          0,
          "the connection ended after %d bytes of a message of %s bytes"
              .formatted(bytes.remaining(), expected));
    }
  }

  /**
   * The length of the messages; null while it is unknown, but never after a query has been
   * delivered.
   */
  public @Nullable Stride stride() {
    return stride;
  }

  /** The number of messages that have been delivered. */
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

  /** The length of the first message; null if more bytes are needed to determine it. */
  private @Nullable Stride strideOf(ByteBuffer bytes) throws MalformedStreamException {
    int end = Math.min(bytes.remaining(), Stride.MAX_LENGTH);
    for (int i = Stride.EVENT_BYTES; i < end; i++) {
      byte found = bytes.get(bytes.position() + i);
      if (found != 0) {
        Stride before = Stride.of(i);
        if (before == null) {
          throw malformed(
              i,
              "found %s, expected 0, or the next message at byte 72, 112, 128 or 144"
                  .formatted(hex(found)));
        }
        return before;
      }
    }
    return bytes.remaining() >= Stride.MAX_LENGTH ? Stride.B144 : null;
  }

  /**
   * The type of the message that begins at the buffer's position. Some of the first four bytes of
   * the message may not have arrived yet.
   */
  private MessageType typeAt(ByteBuffer bytes) throws MalformedStreamException {
    int at = bytes.position();
    MessageType type = MessageType.ofCode(Byte.toUnsignedInt(bytes.get(at + Stride.TYPE)));
    if (type == null) {
      throw malformed(
          0,
          "found %s, expected a message type from 1 to %d"
              .formatted(hex(bytes.get(at)), MessageType.LAST_CODE));
    }
    for (int i = 1; i < Math.min(Stride.TYPE_END, bytes.remaining()); i++) {
      if (bytes.get(at + i) != 0) {
        throw malformed(
            i, "found %s, expected 0 after the message type".formatted(hex(bytes.get(at + i))));
      }
    }
    return type;
  }

  private void requireZeros(ByteBuffer bytes, MessageType type, int end)
      throws MalformedStreamException {
    int at = bytes.position();
    // A client has no reason to send an answer, but if it does, these bytes contain the answer's
    // numbers.
    for (int i = type.isAnswer() ? end : Stride.EVENT_BYTES; i < end; i++) {
      if (bytes.get(at + i) != 0) {
        throw malformed(
            i,
            "found %s, expected only zero bytes before the next message at byte %d"
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
            "byte %,d (byte %d of a message, after %s): %s",
            position + offset,
            offset,
            Numbers.counted(messages, "complete message"),
            what));
  }

  private static String hex(byte value) {
    return String.format(Locale.ROOT, "0x%02x", value);
  }
}
