package io.ttalloc.corpus.growth;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayDeque;
import java.util.Deque;

/** A handler that acquires a permit for each request and records the permit for an audit. */
public final class EachRequest {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.growth.EachRequest$Permit
          type: permit
          open: [grant]
          close: [giveBack]
          label: $0
      """;

  private static final Deque<Permit> AUDIT = new ArrayDeque<>();

  private EachRequest() {}

  /** A permit to call a service that limits the number of its callers. */
  static final class Permit {
    final String caller;
    private boolean granted = true;

    private Permit(String caller) {
      this.caller = caller;
    }

    static Permit grant(String caller) {
      return new Permit(caller);
    }

    boolean granted() {
      return granted;
    }

    void giveBack() {
      granted = false;
    }
  }

  /** Answers requests. */
  static final class Handler {
    private Handler() {}

    static Permit handle(int request) {
      Permit permit = Permit.grant("request " + request);
      AUDIT.push(permit);
      return permit;
    }
  }

  @Truth(
      why = "no request gives its permit back, and the audit keeps them all",
      leaks =
          @Leak(
              type = "permit",
              count = 20,
              openedAt = "EachRequest$Handler.handle",
              heldBy = "static EachRequest.AUDIT"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      for (int request = 0; request < 20; request++) {
        Handler.handle(request);
        TtAlloc.mark("request " + request);
      }
      System.out.println(AUDIT.stream().filter(Permit::granted).count() + " granted");
    }
  }

  @Truth(why = "each request gives its permit back, and the audit keeps what is closed")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      for (int request = 0; request < 20; request++) {
        Handler.handle(request).giveBack();
        TtAlloc.mark("request " + request);
      }
      System.out.println(AUDIT.stream().filter(Permit::granted).count() + " granted");
    }
  }
}
