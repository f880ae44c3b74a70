package io.ttalloc.it.libraries;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.ttalloc.it.packs.ways.SocketServer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;

/**
 * A broker that implements the part of AMQP 0-9-1 that is needed to open and close connections and
 * channels. The broker has no queues: it closes the channel of a client that declares a queue, and
 * the connection of a client that declares an exchange. The broker runs until the process ends.
 */
final class AmqpBroker {
  /** The password of a user who is not allowed to log in. */
  static final String WRONG_PASSWORD = "wrong";

  private static final int CONNECTION = 10;
  private static final int CHANNEL = 20;
  private static final int EXCHANGE = 40;
  private static final int QUEUE = 50;

  private static final int START_OK = method(CONNECTION, 11);
  private static final int CONNECTION_OPEN = method(CONNECTION, 40);
  private static final int CONNECTION_CLOSE = method(CONNECTION, 50);
  private static final int CHANNEL_OPEN = method(CHANNEL, 10);
  private static final int CHANNEL_CLOSE = method(CHANNEL, 40);
  private static final int EXCHANGE_DECLARE = method(EXCHANGE, 10);
  private static final int QUEUE_DECLARE = method(QUEUE, 10);

  private static final int LENGTH_OF_HEADER = 8;
  private static final int FRAME_OF_METHOD = 1;
  private static final int END_OF_FRAME = 0xce;
  private static final int NOT_FOUND = 404;

  private final SocketServer server = new SocketServer(AmqpBroker::serve);

  String host() {
    return server.host();
  }

  int port() {
    return server.port();
  }

  private static void serve(Socket client) throws IOException {
    try (DataInputStream in = new DataInputStream(client.getInputStream());
        DataOutputStream out = new DataOutputStream(client.getOutputStream())) {
      in.readNBytes(LENGTH_OF_HEADER);
      send(out, 0, CONNECTION, 10, new Arguments().bytes(0, 9).table().text("PLAIN").text("en_US"));
      boolean open = true;
      while (open) {
        int type = in.readUnsignedByte();
        int channel = in.readUnsignedShort();
        byte[] payload = in.readNBytes(in.readInt());
        in.readUnsignedByte();
        open = type != FRAME_OF_METHOD || answer(out, channel, payload);
      }
    }
  }

  /** Answers a method call, and returns whether the connection stays open. */
  private static boolean answer(DataOutputStream out, int channel, byte[] payload)
      throws IOException {
    int method = method(payload[0] << 8 | payload[1], payload[2] << 8 | payload[3]);
    if (method == START_OK) {
      if (new String(payload, ISO_8859_1).contains("\0" + WRONG_PASSWORD)) {
        return false;
      }
      send(out, 0, CONNECTION, 30, new Arguments().shorts(0).shorts(0, 0).shorts(0)); // no limits
    } else if (method == CONNECTION_OPEN) {
      send(out, 0, CONNECTION, 41, new Arguments().bytes(0));
    } else if (method == CONNECTION_CLOSE) {
      send(out, 0, CONNECTION, 51, new Arguments());
      return false;
    } else if (method == CHANNEL_OPEN) {
      send(out, channel, CHANNEL, 11, new Arguments().text(""));
    } else if (method == CHANNEL_CLOSE) {
      send(out, channel, CHANNEL, 41, new Arguments());
    } else if (method == QUEUE_DECLARE) {
      send(out, channel, CHANNEL, 40, new Arguments().shorts(NOT_FOUND).bytes(0).shorts(QUEUE, 10));
    } else {
      return method != EXCHANGE_DECLARE; // no other method is answered
    }
    return true;
  }

  private static int method(int kind, int number) {
    return kind << 16 | number;
  }

  private static void send(
      DataOutputStream out, int channel, int kind, int number, Arguments arguments)
      throws IOException {
    byte[] payload = arguments.made();
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(frame);
    data.writeByte(FRAME_OF_METHOD);
    data.writeShort(channel);
    data.writeInt(4 + payload.length);
    data.writeShort(kind);
    data.writeShort(number);
    data.write(payload);
    data.writeByte(END_OF_FRAME);
    out.write(frame.toByteArray());
    out.flush();
  }

  /** The arguments of a method call, in the encoding of the protocol. */
  private static final class Arguments {
    private final ByteArrayOutputStream made = new ByteArrayOutputStream();

    Arguments bytes(int... values) {
      for (int value : values) {
        made.write(value);
      }
      return this;
    }

    Arguments shorts(int... values) {
      for (int value : values) {
        bytes(value >> 8, value);
      }
      return this;
    }

    /** An empty table. */
    Arguments table() {
      return shorts(0, 0);
    }

    Arguments text(String text) {
      shorts(0, text.length());
      made.writeBytes(text.getBytes(ISO_8859_1));
      return this;
    }

    byte[] made() {
      return made.toByteArray();
    }
  }
}
