package io.ttalloc.corpus.owning;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Clients whose constructor opens a wire and then fails to greet the server. */
public final class HalfConstructed {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.owning.HalfConstructed$Wire
          type: wire
          open: [<init>]
          close: [close]
          label: host
        - class: io.ttalloc.corpus.owning.HalfConstructed$Client
          subtypes: true
          type: client
          open: [<init>]
          close: [close]
      """;

  private HalfConstructed() {}

  static final class Wire implements AutoCloseable {
    private final String host;
    private boolean open = true;

    Wire(String host) {
      this.host = host;
    }

    String greet() throws IOException {
      if (!open || host.endsWith("4")) {
        throw new IOException(host + " does not answer");
      }
      return "hello " + host;
    }

    @Override
    public void close() {
      open = false;
    }
  }

  interface Client extends AutoCloseable {
    String greeting();

    @Override
    void close();
  }

  static final class HastyClient implements Client {
    private final Wire wire;
    private final String greeting;

    HastyClient(String host) throws IOException {
      wire = new Wire(host);
      greeting = wire.greet();
    }

    @Override
    public String greeting() {
      return greeting;
    }

    @Override
    public void close() {
      wire.close();
    }
  }

  static final class CarefulClient implements Client {
    private final Wire wire;
    private final String greeting;

    CarefulClient(String host) throws IOException {
      wire = new Wire(host);
      try {
        greeting = wire.greet();
      } catch (IOException | RuntimeException e) {
        wire.close();
        throw e;
      }
    }

    @Override
    public String greeting() {
      return greeting;
    }

    @Override
    public void close() {
      wire.close();
    }
  }

  /** Makes the client for a host. */
  interface Dialer {
    Client dial(String host) throws IOException;
  }

  static void visitAll(Dialer dialer) {
    List<String> unreachable = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      try (Client client = dialer.dial("host" + i)) {
        System.out.println(client.greeting());
      } catch (IOException e) {
        unreachable.add(e.getMessage());
      }
    }
    System.out.println(unreachable);
  }

  @Truth(
      why =
          "when the constructor throws there is no client to close, and the wire that it had opened is lost",
      leaks = @Leak(type = "wire", count = 6, openedAt = "HalfConstructed$HastyClient.<init>"))
  public static final class Leaking {
    public static void main(String[] args) {
      visitAll(HastyClient::new);
    }
  }

  @Truth(
      why =
          "the constructor closes the wire before it throws; the clients that were never made do not count as open")
  public static final class Mended {
    public static void main(String[] args) {
      visitAll(CarefulClient::new);
    }
  }
}
