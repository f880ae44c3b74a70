package io.ttalloc.corpus.owning;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A reader that opens packets and passes them to a sender through a queue with room for 32. */
public final class OwnershipHandedOver {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.owning.OwnershipHandedOver$Packet
          type: packet
          open: [<init>]
          close: [close]
          bytes: 1500
      """;

  private OwnershipHandedOver() {}

  static final class Packet implements AutoCloseable {
    private final int number;

    Packet(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }

    @Override
    public void close() {}
  }

  /** Owns each packet that it has accepted. */
  static final class Sender implements Runnable {
    private final BlockingQueue<Packet> queue = new ArrayBlockingQueue<>(32);

    boolean accept(Packet packet) {
      return queue.offer(packet);
    }

    @Override
    public void run() {
      int sent = 0;
      while (!queue.isEmpty()) {
        try (Packet packet = queue.remove()) {
          sent += packet.number() < 32 ? 1 : 0;
        }
      }
      System.out.println(sent + " packets sent");
    }
  }

  abstract static class Reader {
    private final Sender sender;

    Reader(Sender sender) {
      this.sender = sender;
    }

    void read(int count) {
      for (int i = 0; i < count; i++) {
        Packet packet = new Packet(i);
        if (!sender.accept(packet)) {
          rejected(packet);
        }
      }
    }

    abstract void rejected(Packet packet);
  }

  static void run(Sender sender, Reader reader) throws InterruptedException {
    reader.read(40);
    Thread thread = new Thread(sender, "sender");
    thread.start();
    thread.join();
  }

  @Truth(
      why = "eight packets were not accepted and so stay with the reader, which only counts them",
      leaks = @Leak(type = "packet", count = 8, openedAt = "OwnershipHandedOver$Reader.read"))
  public static final class Leaking {
    public static void main(String[] args) throws InterruptedException {
      Sender sender = new Sender();
      run(
          sender,
          new Reader(sender) {
            private int dropped;

            @Override
            void rejected(Packet packet) {
              dropped++;
              System.out.println(dropped + " dropped");
            }
          });
    }
  }

  @Truth(
      why =
          "the sender closes what it accepted, on another thread, and the reader closes the others")
  public static final class Mended {
    public static void main(String[] args) throws InterruptedException {
      Sender sender = new Sender();
      run(
          sender,
          new Reader(sender) {
            @Override
            void rejected(Packet packet) {
              packet.close();
            }
          });
    }
  }
}
