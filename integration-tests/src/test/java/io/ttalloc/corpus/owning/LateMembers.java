package io.ttalloc.corpus.owning;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A composition root that closes its services in reverse order, and a service that creates another
 * one later.
 */
public final class LateMembers {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.owning.LateMembers$Service
          subtypes: true
          type: service
          open: [<init>]
          close: [close]
          label: name()
      """;

  private LateMembers() {}

  abstract static class Service implements AutoCloseable {
    private final String name;

    Service(String name) {
      this.name = name;
    }

    final String name() {
      return name;
    }

    @Override
    public void close() {}
  }

  static final class Mailer extends Service {
    Mailer(String name) {
      super(name);
    }
  }

  /** Closes its members, the newest first. */
  static final class Container extends Service {
    private final Deque<Service> members = new ArrayDeque<>();

    Container(String name) {
      super(name);
    }

    <S extends Service> S add(S service) {
      members.push(service);
      return service;
    }

    @Override
    public void close() {
      while (!members.isEmpty()) {
        members.pop().close();
      }
      super.close();
    }
  }

  abstract static class Alerts extends Service {
    protected final Container container;

    Alerts(Container container) {
      super("alerts");
      this.container = container;
    }

    abstract Service mailerFor(String team);

    final void raise(int count) {
      for (int i = 0; i < count; i++) {
        System.out.println(mailerFor("team-" + i).name());
      }
    }
  }

  @Truth(
      why =
          "the mailers that alerts make later are not put into the container, which closes only its members",
      leaks =
          @Leak(
              type = "service",
              count = 5,
              openedAt = "LateMembers$Leaking$StrayAlerts.mailerFor"))
  public static final class Leaking {
    public static void main(String[] args) {
      try (Container root = new Container("root")) {
        Container inner = root.add(new Container("inner"));
        inner.add(new StrayAlerts(inner)).raise(5);
      }
    }

    static final class StrayAlerts extends Alerts {
      StrayAlerts(Container container) {
        super(container);
      }

      @Override
      Service mailerFor(String team) {
        return new Mailer("mailer of " + team);
      }
    }
  }

  @Truth(why = "each mailer goes into the container, which is closed by the container around it")
  public static final class Mended {
    public static void main(String[] args) {
      try (Container root = new Container("root")) {
        Container inner = root.add(new Container("inner"));
        inner.add(new MemberAlerts(inner)).raise(5);
      }
    }

    static final class MemberAlerts extends Alerts {
      MemberAlerts(Container container) {
        super(container);
      }

      @Override
      Service mailerFor(String team) {
        return container.add(new Mailer("mailer of " + team));
      }
    }
  }
}
