package io.ttalloc.natives.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

/** Helper methods for the client's end of a connection. */
final class TestSocket {
  private TestSocket() {}

  static void write(SocketChannel channel, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  static void writeAll(SocketChannel channel, byte[] bytes) {
    try {
      write(channel, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ByteBuffer read(SocketChannel channel, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      assertThat(channel.read(buffer)).as("bytes of an answer").isPositive();
    }
    return buffer.flip();
  }

  static byte[] repeated(byte[] bytes, int times) {
    ByteBuffer all = ByteBuffer.allocate(bytes.length * times);
    for (int i = 0; i < times; i++) {
      all.put(bytes);
    }
    return all.array();
  }
}
