package io.ttalloc.it.packs.ways;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/** An LDAP server that accepts every client and returns one entry for every search. */
public final class LoopbackDirectory implements Closeable {
  /** The system property with the address of the directory. */
  public static final String PROPERTY = "ttalloc.directory";

  private static final int BIND = 0x60;
  private static final int BOUND = 0x61;
  private static final int SEARCH = 0x63;
  private static final int ENTRY = 0x64;
  private static final int SEARCHED = 0x65;
  private static final int SEQUENCE = 0x30;
  private static final int STRING = 0x04;

  /** The result code for success, with no name and no message. */
  private static final byte[] SUCCESS = {0x0a, 1, 0, STRING, 0, STRING, 0};

  private final SocketServer server = new SocketServer(LoopbackDirectory::serve);

  /** The address as JNDI expects it. */
  public String address() {
    return "ldap://" + server.host() + ":" + server.port();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private static void serve(Socket client) throws IOException {
    try (DataInputStream requests = new DataInputStream(client.getInputStream())) {
      while (true) {
        answer(request(requests), client.getOutputStream());
      }
    }
  }

  /** Reads the next message, without its tag and length. */
  private static byte[] request(DataInputStream requests) throws IOException {
    requests.readByte();
    int length = requests.readUnsignedByte();
    if (length > 0x7f) {
      int digits = length & 0x7f;
      length = 0;
      for (int i = 0; i < digits; i++) {
        length = length << 8 | requests.readUnsignedByte();
      }
    }
    return requests.readNBytes(length);
  }

  private static void answer(byte[] request, OutputStream answers) throws IOException {
    int afterNumber = 2 + request[1];
    byte[] number = new byte[afterNumber];
    System.arraycopy(request, 0, number, 0, afterNumber);
    switch (request[afterNumber]) {
      case BIND -> answers.write(message(number, value(BOUND, SUCCESS)));
      case SEARCH -> {
        byte[] entry =
            joined(value(STRING, "cn=a".getBytes(US_ASCII)), value(SEQUENCE, new byte[0]));
        answers.write(message(number, value(ENTRY, entry)));
        answers.write(message(number, value(SEARCHED, SUCCESS)));
      }
      default -> {} // no other request is answered
    }
  }

  private static byte[] message(byte[] number, byte[] operation) {
    return value(SEQUENCE, joined(number, operation));
  }

  /** Encodes a value of at most 127 bytes. */
  private static byte[] value(int tag, byte[] content) {
    return joined(new byte[] {(byte) tag, (byte) content.length}, content);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(first);
    both.writeBytes(second);
    return both.toByteArray();
  }
}
