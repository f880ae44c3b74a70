package io.ttalloc.corpus.statics;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A static map of channels by tenant; a channel is replaced each time the tenant's settings change.
 */
public final class TenantReconfigured {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.statics.TenantReconfigured$Channel
          type: channel
          open: [open]
          close: [shutdown]
          label: $0
      """;

  private static final Map<String, Channel> CHANNELS = new HashMap<>();
  private static final List<String> TENANTS = List.of("acme", "birch", "cedar", "dune");

  private TenantReconfigured() {}

  /** A channel to a tenant's endpoint. */
  static final class Channel {
    final String target;
    private boolean open = true;

    private Channel(String target) {
      this.target = target;
    }

    static Channel open(String target) {
      return new Channel(target);
    }

    boolean isOpen() {
      return open;
    }

    void shutdown() {
      open = false;
    }
  }

  /** The settings of a tenant. */
  record Settings(String tenant, int port) {
    Channel channel() {
      return Channel.open(tenant + ":" + port);
    }
  }

  static Settings change(int change) {
    return new Settings(TENANTS.get(change % TENANTS.size()), 7000 + change);
  }

  static void stop() {
    CHANNELS.values().forEach(Channel::shutdown);
    CHANNELS.clear();
  }

  @Truth(
      why = "a tenant's new channel replaces the open one in the map; only the last are shut down",
      leaks = @Leak(type = "channel", count = 17, openedAt = "TenantReconfigured$Settings.channel"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      for (int change = 0; change < 21; change++) {
        Settings settings = change(change);
        CHANNELS.put(settings.tenant(), settings.channel());
      }
      System.out.println(CHANNELS.values().stream().filter(Channel::isOpen).count() + " in use");
      stop();
    }
  }

  @Truth(why = "the channel that a new one replaces is shut down, and the last ones at the end")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      for (int change = 0; change < 21; change++) {
        Settings settings = change(change);
        Channel before = CHANNELS.put(settings.tenant(), settings.channel());
        if (before != null) {
          before.shutdown();
        }
      }
      System.out.println(CHANNELS.values().stream().filter(Channel::isOpen).count() + " in use");
      stop();
    }
  }
}
