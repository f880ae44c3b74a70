package io.ttalloc.corpus.pools;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;

/**
 * A pool of fixed size whose members wear out after ten uses. The service ends without closing its
 * pool.
 */
public final class RenewedMembers {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.pools.RenewedMembers$Member
          type: member
          open: [<init>]
          close: [close]
        - class: io.ttalloc.corpus.pools.RenewedMembers$Pool
          subtypes: true
          type: member pool
          open: [<init>]
          holder: true
          hold:
            - {method: "join(int,Member)", resource: $1, entry: $0}
          drop:
            - {method: retire, resource: $0}
      """;

  private RenewedMembers() {}

  static final class Member implements AutoCloseable {
    private int uses;

    boolean use() {
      uses++;
      return uses < 10;
    }

    @Override
    public void close() {
      uses = Integer.MAX_VALUE;
    }
  }

  abstract static class Pool {
    private final List<Member> members = new ArrayList<>();

    Pool(int size) {
      for (int place = 0; place < size; place++) {
        members.add(new Member());
        join(place, members.get(place));
      }
    }

    final void use(int place) {
      Member member = members.get(place);
      if (!member.use()) {
        retire(member);
        renew(place);
      }
    }

    private void renew(int place) {
      Member fresh = new Member();
      join(place, fresh);
    }

    private void join(int place, Member member) {
      members.set(place, member);
    }

    abstract void retire(Member member);
  }

  static final class ForgettingPool extends Pool {
    private int retired;

    ForgettingPool(int size) {
      super(size);
    }

    @Override
    void retire(Member member) {
      retired++;
      System.out.println(retired + " retired");
    }
  }

  static final class ClosingPool extends Pool {
    ClosingPool(int size) {
      super(size);
    }

    @Override
    void retire(Member member) {
      member.close();
    }
  }

  static final class Service {
    private final Pool pool;

    Service(Pool pool) {
      this.pool = pool;
    }

    void serve() {
      for (int request = 0; request < 95; request++) {
        answer(request);
      }
    }

    private void answer(int request) {
      pool.use(request % 3);
      if (request == 94) {
        System.out.println("asked to stop");
        System.exit(0);
      }
    }
  }

  @Truth(
      why =
          "each member that is worn out is replaced but not closed: nine in 95 requests; the three in the pool are its own",
      leaks = {
        @Leak(type = "member", count = 3, openedAt = "RenewedMembers$Pool.<init>"),
        @Leak(type = "member", count = 6, openedAt = "RenewedMembers$Pool.renew")
      })
  public static final class Leaking {
    private static final Service SERVICE = new Service(new ForgettingPool(3));

    public static void main(String[] args) {
      SERVICE.serve();
    }
  }

  @Truth(
      why =
          "a worn member is closed before it is replaced, and a pool may be full when the process ends")
  public static final class Mended {
    private static final Service SERVICE = new Service(new ClosingPool(3));

    public static void main(String[] args) {
      SERVICE.serve();
    }
  }
}
