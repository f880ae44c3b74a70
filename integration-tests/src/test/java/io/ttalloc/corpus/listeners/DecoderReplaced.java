package io.ttalloc.corpus.listeners;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.function.Function;
import java.util.function.Supplier;

/** A socket with one callback; each reconnect sets a new callback with a new decoder. */
public final class DecoderReplaced {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.listeners.DecoderReplaced$Decoder
          type: decoder
          open: [forCharset]
          close: [end]
          use: [decode]
          label: $0
      """;

  private DecoderReplaced() {}

  /** A decoder with tables outside the heap. */
  static final class Decoder {
    private final String charset;
    private boolean ended;

    private Decoder(String charset) {
      this.charset = charset;
    }

    static Decoder forCharset(String charset) {
      return new Decoder(charset);
    }

    int decode(String message) {
      return ended ? 0 : charset.length() + message.length();
    }

    void end() {
      ended = true;
    }
  }

  /** Called for each message, and when another callback replaces this one. */
  interface Callback {
    int message(String text);

    default void replaced() {}
  }

  /** A socket that can be connected repeatedly. */
  static final class Socket {
    private Callback callback = String::length;

    void onMessage(Callback next) {
      callback.replaced();
      callback = next;
    }

    int receive(String text) {
      return callback.message(text);
    }
  }

  /** Makes callbacks around decoders. */
  static final class Protocol {
    private final Supplier<Decoder> decoders;

    Protocol(Function<String, Decoder> factory) {
      this.decoders = () -> newDecoder(factory);
    }

    private static Decoder newDecoder(Function<String, Decoder> factory) {
      return factory.apply("UTF-8");
    }

    Callback careless() {
      Decoder decoder = decoders.get();
      return decoder::decode;
    }

    Callback careful() {
      Decoder decoder = decoders.get();
      return new Callback() {
        @Override
        public int message(String text) {
          return decoder.decode(text);
        }

        @Override
        public void replaced() {
          decoder.end();
        }
      };
    }
  }

  @Truth(
      why = "no callback ends its decoder, either when it is replaced or at the end",
      leaks = @Leak(type = "decoder", count = 6, openedAt = "DecoderReplaced$Protocol.newDecoder"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      Socket socket = new Socket();
      Protocol protocol = new Protocol(Decoder::forCharset);
      int decoded = 0;
      for (int connect = 0; connect < 6; connect++) {
        socket.onMessage(protocol.careless());
        decoded += socket.receive("hello " + connect);
      }
      socket.onMessage(text -> 0);
      System.out.println("decoded " + decoded);
    }
  }

  @Truth(why = "a callback ends its decoder when another one takes its place, the last one as well")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      Socket socket = new Socket();
      Protocol protocol = new Protocol(Decoder::forCharset);
      int decoded = 0;
      for (int connect = 0; connect < 6; connect++) {
        socket.onMessage(protocol.careful());
        decoded += socket.receive("hello " + connect);
      }
      socket.onMessage(text -> 0);
      System.out.println("decoded " + decoded);
    }
  }
}
