package io.ttalloc.corpus.owning;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;

/** A subclass whose constructor rejects its arguments after the superclass has opened the port. */
public final class SubclassConstructorThrows {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.owning.SubclassConstructorThrows$Port
          type: port
          open: [<init>]
          close: [close]
          label: number
      """;

  private SubclassConstructorThrows() {}

  /** The ports of the machine, which the base class acquires and releases. */
  static final class PortTable {
    private final boolean[] taken = new boolean[64];

    void take(int number) {
      taken[number] = true;
    }

    void giveBack(int number) {
      taken[number] = false;
    }

    int takenCount() {
      int count = 0;
      for (boolean one : taken) {
        count += one ? 1 : 0;
      }
      return count;
    }
  }

  static class Port implements AutoCloseable {
    private final PortTable table;
    private final int number;

    Port(PortTable table, int number) {
      this.table = table;
      this.number = number;
      table.take(number);
    }

    @Override
    public void close() {
      table.giveBack(number);
    }
  }

  static final class SecurePort extends Port {
    SecurePort(PortTable table, int number, String key) {
      super(table, number);
      if (key.length() < 8) {
        throw new IllegalArgumentException("the key of port " + number + " is too short");
      }
    }
  }

  static final class CheckedSecurePort extends Port {
    CheckedSecurePort(PortTable table, int number, String key) {
      super(table, number);
      if (key.length() < 8) {
        close();
        throw new IllegalArgumentException("the key of port " + number + " is too short");
      }
    }
  }

  /** Makes a port of one kind. */
  interface PortFactory {
    Port make(PortTable table, int number, String key);
  }

  static void listenOnAll(PortFactory factory) {
    PortTable table = new PortTable();
    for (int number = 0; number < 64; number++) {
      String key = number % 16 == 15 ? "short" : "long enough";
      try (Port port = factory.make(table, number, key)) {
        System.out.print(port.number + " ");
      } catch (IllegalArgumentException e) {
        System.out.println(e.getMessage());
      }
    }
    System.out.println(table.takenCount() + " ports are still taken");
  }

  @Truth(
      why =
          "the super constructor took the port and completed; the subclass then throws, and no code has the object to close",
      leaks = @Leak(type = "port", count = 4, openedAt = "SubclassConstructorThrows.listenOnAll"))
  public static final class Leaking {
    public static void main(String[] args) {
      listenOnAll(SecurePort::new);
    }
  }

  @Truth(why = "the subclass's constructor closes the object before it throws")
  public static final class Mended {
    public static void main(String[] args) {
      listenOnAll(CheckedSecurePort::new);
    }
  }
}
