package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;

/** Tests closes and ownership that are easily missed, all in one program. */
class ClosingAndOwningIT {
  private static final String PREFIX = "io.ttalloc.it.resources.ClosingAndOwningIT$";

  private static final String RULES =
      """
        - {class: "@Finalized", type: finalized, open: [<init>], close: [close]}
        - {class: "@Lease", subtypes: true, type: lease, open: [<init>], close: [close]}
        - {class: "@Native", type: native, open: [<init>], close: [close]}
        - {class: "@SealedHeir", type: sealed, open: [<init>], close: [close]}
        - {class: "@Request", type: request, open: [<init>], close: [close], scope: [handle], frees-owned: true}
        - {class: "@Codec", type: codec, open: [load], close: [close]}
        - {class: "@Cache", type: cache, open: [<init>], close: [close], holder: true, hold: [{method: put, resource: $1, entry: $0}]}
        - {class: "@Handle", type: handle, open: [<init>], close: [close]}
        - {class: "@Fails", type: failing, open: [<init>, connect], close: [close]}
        - {class: "@Unknown", type: unknown, open: [neverCalled], close: [close]}
        - {class: "@Spied", type: spied, open: [neverCalled], close: [close], unknown-close: ignore}
        - {class: "@OfTheHook", type: of the hook, open: [<init>], close: [close]}
      """
          .replace("@", PREFIX);

  @TempDir private Path folder;

  @OneJdk
  void reportsTheFateOfEach(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(ClosesAndOwns.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("closed by Secondary finalizer\n");
    JsonReport json = tracked.json();
    assertThat(json.findings())
        .extracting(ClosingAndOwningIT::brief)
        .containsExactlyInAnyOrder(
            "1 finalized RECLAIMED",
            "1 native UNSEEN_CLOSE",
            "1 sealed UNSEEN_CLOSE",
            "1 codec LEFT_OPEN",
            "1 handle CACHED",
            "1 handle LEFT_OPEN",
            "1 of the hook LEFT_OPEN");
    assertThat(json.findings("handle"))
        .anySatisfy(
            handle ->
                assertThat(JsonReport.texts(handle, "why"))
                    .anyMatch(
                        why -> why.startsWith("overwritten in the ClosingAndOwningIT.Cache")));
    assertThat(json.total("unknownCloses")).isEqualTo(10);
    assertThat(result.err()).contains(", and 10 closes of unknown resources (");
  }

  private static String brief(JsonObject finding) {
    return finding.get("count").getAsLong()
        + " "
        + finding.get("type").getAsString()
        + " "
        + finding.get("verdict").getAsString();
  }

  /** Blocks the finalizer thread. */
  static final class Blocker {
    static final CountDownLatch REACHED = new CountDownLatch(1);
    static final CountDownLatch DONE = new CountDownLatch(1);

    @Override
    @SuppressWarnings({"deprecation", "Finalize"}) // the subject of the test
    protected void finalize() throws InterruptedException {
      REACHED.countDown();
      DONE.await();
    }
  }

  /** Closed by its finalizer. */
  static final class Finalized implements AutoCloseable {
    static volatile String closedBy = "";

    @Override
    public void close() {
      closedBy = Thread.currentThread().getName();
    }

    @Override
    @SuppressWarnings({"deprecation", "Finalize"}) // the subject of the test
    protected void finalize() {
      close();
    }
  }

  /** Closed by a default method. */
  interface Lease extends AutoCloseable {
    @Override
    default void close() {}
  }

  static final class LocalLease implements Lease {}

  /** Has a native close method, which cannot be woven. */
  static final class Native implements AutoCloseable {
    @Override
    public native void close();
  }

  /** A class that no rule names, with a final close method. */
  static class Sealed implements AutoCloseable {
    @Override
    public final void close() {}
  }

  static final class SealedHeir extends Sealed {}

  /** A resource that a request loads, for its own use or to be shared by all requests. */
  static final class Codec implements AutoCloseable {
    static Codec load() {
      return new Codec();
    }

    @Override
    public void close() {}
  }

  static final class SharedCodec {
    static final Codec ONE = Codec.load();

    private SharedCodec() {}
  }

  static final class Request implements AutoCloseable {
    final List<Codec> own = new ArrayList<>();

    void handle() {
      own.add(Codec.load());
      own.add(SharedCodec.ONE);
    }

    @Override
    public void close() {}
  }

  static final class Handle implements AutoCloseable {
    @Override
    public void close() {}
  }

  static final class Cache implements AutoCloseable {
    final Map<String, Handle> handles = new HashMap<>();

    void put(String name, Handle handle) {
      handles.put(name, handle);
    }

    @Override
    public void close() {}
  }

  /** A resource whose constructor closes the object before it fails. */
  static final class Fails implements AutoCloseable {
    Fails(boolean early) {
      if (early) {
        close();
        throw new IllegalStateException("no");
      }
    }

    static Fails connect() {
      return new Fails(true);
    }

    @Override
    public void close() {}
  }

  static final class Unknown implements AutoCloseable {
    static Unknown neverCalled() {
      return new Unknown();
    }

    @Override
    public void close() {}
  }

  static final class Spied implements AutoCloseable {
    static Spied neverCalled() {
      return new Spied();
    }

    @Override
    public void close() {}
  }

  static final class OfTheHook implements AutoCloseable {
    static final List<OfTheHook> KEPT = new ArrayList<>();

    @Override
    public void close() {}
  }

  static final class ClosesAndOwns {
    static final List<Object> KEPT = new ArrayList<>();

    public static void main(String[] args) throws InterruptedException {
      Runtime.getRuntime().addShutdownHook(new Thread(ClosesAndOwns::atTheEnd));
      reclaim();
      new LocalLease().close();
      KEPT.add(new Native());
      Sealed sealed = new SealedHeir();
      sealed.close();
      KEPT.add(sealed);
      try (Request request = new Request()) {
        request.handle();
      }
      cache();
      fail();
      for (int i = 0; i < 10; i++) {
        new Unknown().close();
        new Spied().close();
      }
    }

    private static void atTheEnd() {
      OfTheHook.KEPT.add(new OfTheHook());
    }

    @SuppressWarnings("removal") // System.runFinalization() is deprecated
    private static void reclaim() throws InterruptedException {
      Object blocker = new Blocker();
      blocker = null;
      while (Blocker.REACHED.getCount() > 0) {
        System.gc();
      }
      Object dropped = new Finalized();
      dropped = blocker;
      while (Finalized.closedBy.isEmpty()) {
        System.gc();
        System.runFinalization();
      }
      System.out.println("closed by " + Finalized.closedBy);
      Blocker.DONE.countDown();
      KEPT.add(String.valueOf(dropped));
    }

    private static void cache() {
      Cache first = new Cache();
      Cache second = new Cache();
      Handle both = new Handle();
      first.put("a", both);
      second.put("a", both);
      second.close();
      Handle overwritten = new Handle();
      first.put("b", overwritten);
      Handle last = new Handle();
      first.put("b", last);
      last.close();
      KEPT.add(List.of(first, both, overwritten));
    }

    private static void fail() {
      try {
        KEPT.add(Fails.connect());
      } catch (IllegalStateException e) {
        KEPT.add("failed");
      }
    }
  }
}
