package io.ttalloc.corpus.caches;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A generic registry in which a device that reconnects replaces its earlier connection. */
public final class OverwrittenEntry {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.caches.OverwrittenEntry$Uplink
          type: uplink
          open: [<init>]
          close: [close]
          label: device()
        - class: io.ttalloc.corpus.caches.OverwrittenEntry$Registry
          type: registry
          open: [<init>]
          close: [close]
          holder: true
          hold:
            - {method: put, resource: $1, entry: $0}
          drop:
            - close
      """;

  private OverwrittenEntry() {}

  static final class Uplink implements AutoCloseable {
    private final String device;

    Uplink(String device) {
      this.device = device;
    }

    String device() {
      return device;
    }

    @Override
    public void close() {}
  }

  static final class Registry<K, R extends AutoCloseable> implements AutoCloseable {
    private final Map<K, R> entries = new HashMap<>();

    Optional<R> put(K key, R resource) {
      return Optional.ofNullable(entries.put(key, resource));
    }

    int size() {
      return entries.size();
    }

    @Override
    public void close() throws Exception {
      for (R resource : entries.values()) {
        resource.close();
      }
      entries.clear();
    }
  }

  /** The gateway's callback for a device that connects. */
  interface OnConnect {
    void connected(Registry<String, Uplink> registry, String device);
  }

  static void serve(OnConnect gateway) throws Exception {
    try (Registry<String, Uplink> registry = new Registry<>()) {
      for (int i = 0; i < 30; i++) {
        // Five devices; each loses its connection five times.
        gateway.connected(registry, "device-" + i % 5);
      }
      System.out.println(registry.size() + " devices");
    }
  }

  @Truth(
      why =
          "an uplink that is replaced under its key is lost: closing the registry closes the last one of each device",
      leaks = @Leak(type = "uplink", count = 25, openedAt = "OverwrittenEntry$Leaking.connected"))
  public static final class Leaking {
    public static void main(String[] args) throws Exception {
      serve(Leaking::connected);
    }

    static void connected(Registry<String, Uplink> registry, String device) {
      registry
          .put(device, new Uplink(device))
          .ifPresent(old -> System.out.println(old.device() + " has reconnected"));
    }
  }

  @Truth(
      why =
          "the uplink that put returns is closed by the caller, the others when the registry closes")
  public static final class Mended {
    public static void main(String[] args) throws Exception {
      serve(Mended::connected);
    }

    static void connected(Registry<String, Uplink> registry, String device) {
      registry.put(device, new Uplink(device)).ifPresent(Uplink::close);
    }
  }
}
