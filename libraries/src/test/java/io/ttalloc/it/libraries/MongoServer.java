package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.SocketServer;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * A server that implements the part of MongoDB's protocol that is needed for clients, sessions and
 * cursors. Each collection except {@link #SMALL} returns one document in a first batch and one in a
 * second. The server runs until the process ends.
 */
final class MongoServer {
  /** The collection that has only a first batch. */
  static final String SMALL = "small";

  private static final int LENGTH_OF_HEADER = 16;
  private static final int REPLY = 1;
  private static final int QUERY = 2004;
  private static final int MESSAGE = 2013;

  private static final String HELLO =
      "{ok: 1, ismaster: true, isWritablePrimary: true, helloOk: true, maxWireVersion: 21,"
          + " minWireVersion: 0, maxBsonObjectSize: 16777216, maxMessageSizeBytes: 48000000,"
          + " maxWriteBatchSize: 100000, logicalSessionTimeoutMinutes: 30}";

  private final SocketServer server = new SocketServer(MongoServer::serve);

  /** The address as clients expect it. */
  String address() {
    return "mongodb://" + server.host() + ":" + server.port();
  }

  private static void serve(Socket client) throws IOException {
    try (DataInputStream in = new DataInputStream(client.getInputStream());
        OutputStream out = client.getOutputStream()) {
      while (true) {
        ByteBuffer header = read(in, LENGTH_OF_HEADER);
        ByteBuffer body = read(in, header.getInt(0) - LENGTH_OF_HEADER);
        out.write(answer(header.getInt(4), header.getInt(12), body));
      }
    }
  }

  private static ByteBuffer read(DataInputStream in, int length) throws IOException {
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return littleEndian(bytes);
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] answer(int request, int kind, ByteBuffer body) {
    return switch (kind) {
      case QUERY -> message(request, REPLY, 20, 16, 1, HELLO); // the first message of a connection
      case MESSAGE -> {
        byte[] command = new byte[body.getInt(5)]; // after the flags and the section kind
        body.position(5).get(command);
        yield message(request, MESSAGE, 5, 0, 0, answer(new RawBsonDocument(command)));
      }
      default -> throw new IllegalArgumentException("no such message: " + kind);
    };
  }

  private static String answer(BsonDocument command) {
    String name = command.getFirstKey();
    return switch (name) {
      case "hello", "isMaster", "ismaster" -> HELLO;
      case "find", "aggregate", "listCollections" -> {
        boolean isSmall = command.get(name).equals(new BsonString(SMALL));
        yield cursor(isSmall ? 0 : 7, "firstBatch");
      }
      case "getMore" -> cursor(0, "nextBatch");
      default -> "{ok: 1}";
    };
  }

  private static String cursor(int number, String batch) {
    return "{ok: 1, cursor: {id: NumberLong(%d), ns: 'db.all', %s: [{_id: {n: 1}, name: 'a'}]}}"
        .formatted(number, batch);
  }

  /**
   * A message that ends with a document. The document is preceded by {@code before} bytes, which
   * are all zero except for {@code number} at {@code place}.
   */
  private static byte[] message(
      int request, int kind, int before, int place, int number, String json) {
    ByteBuffer document =
        new RawBsonDocument(BsonDocument.parse(json), new BsonDocumentCodec())
            .getByteBuffer()
            .asNIO();
    int start = LENGTH_OF_HEADER + before;
    ByteBuffer message = littleEndian(new byte[start + document.remaining()]);
    message.putInt(0, message.capacity()).putInt(8, request).putInt(12, kind);
    if (number != 0) {
      message.putInt(LENGTH_OF_HEADER + place, number);
    }
    message.position(start).put(document);
    return message.array();
  }
}
