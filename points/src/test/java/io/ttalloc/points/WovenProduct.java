package io.ttalloc.points;

import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.Hooks;
import io.ttalloc.probe.Probe;
import io.ttalloc.probe.hook.ProbeListener;
import io.ttalloc.probe.resource.KeyTable;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls the woven copies. {@link WovenLoader} defines an unwoven copy of this class beside them; a
 * copy from the test's own loader would call the original probe.
 *
 * <p>Like the code that is woven into applications, suppresses whatever a hook throws. But if the
 * hook at the start of a close throws, the close itself does not run.
 */
public final class WovenProduct implements Product, ProbeListener {
  /**
   * The number of events in the history: few, because every start writes the history and every
   * reading reads it.
   */
  private static final int HISTORY_EVENTS = 64;

  private static final long WAIT_MILLIS = 30_000;

  /**
   * The time for which a resource may be open. It is so short that every close is late, since a
   * late close takes the most steps.
   */
  private static final long LIMIT_NANOS = 1;

  private ProbeRules rules = new ProbeRules(LIMIT_NANOS);
  private @Nullable LedgerWriter writer;

  @Override
  public void start(Path ledger, boolean captureStacks) throws IOException {
    rules = new ProbeRules(LIMIT_NANOS);
    LedgerHeader about =
        new LedgerHeader(
            4242, 1_000, System.nanoTime(), 2_000, "points", "JVM", false, captureStacks);
    writer = new LedgerWriter(ledger.toFile(), about, HISTORY_EVENTS);
    Probe.prepare(writer, rules, captureStacks, this);
    Probe.begin();
  }

  @Override
  public void stop() throws InterruptedException {
    watchNoMore();
    Probe.stop();
    if (writer != null) {
      writer.ended();
    }
  }

  @Override
  public void watchNoMore() throws InterruptedException {
    if (!Probe.watchNoMore(WAIT_MILLIS)) {
      throw new IllegalStateException(
          "the thread for collected objects has not ended in " + WAIT_MILLIS + " ms");
    }
  }

  @Override
  public int type(String name, int flags, int slotFlags) {
    return rules.add(new ProbeType(name, flags, slotFlags, false, null));
  }

  @Override
  public int scope(String kind, String name, boolean ofConstructor) {
    return rules.add(new ProbeRules.Scope(ProbeRules.ScopeKind.valueOf(kind), name, ofConstructor));
  }

  /** A call of the woven probe. */
  private interface Call {
    void run();
  }

  private static void call(String name, Call call) {
    if (!HookCalls.begins(name)) {
      return;
    }
    try {
      call.run();
    } catch (Throwable e) {
      HookCalls.left(name, e);
    } finally {
      HookCalls.ends();
    }
  }

  @Override
  public int recordCollected() {
    int[] count = new int[1];
    call("recordCollected", () -> count[0] = Probe.recordCollected());
    return count[0];
  }

  @Override
  public Object keyed(long value, int rule) {
    return Objects.requireNonNull(Hooks.keyed(value, rule, KeyTable.OPENED));
  }

  private static @Nullable Throwable stack(Object resource) {
    boolean[] wanted = new boolean[1];
    call("wantsStack", () -> wanted[0] = Hooks.wantsStack(resource));
    return wanted[0] ? new Throwable() : null;
  }

  @Override
  public void opened(Object resource, int rule) {
    Throwable here = stack(resource);
    call("opened", () -> Hooks.opened(resource, rule, here));
  }

  @Override
  public void opened(Object resource, int rule, Place place) {
    Throwable here = stack(resource);
    call(
        "opened",
        () ->
            Hooks.opened(
                resource,
                rule,
                place.bytes(),
                place.extent(),
                place.address(),
                place.device(),
                place.space(),
                place.session(),
                true,
                false,
                place.label(),
                here));
  }

  @Override
  public void updated(Object resource, int rule, Place place) {
    boolean[] open = new boolean[1];
    call("isOpen", () -> open[0] = Hooks.isOpen(resource));
    if (open[0]) {
      call(
          "updated",
          () ->
              Hooks.updated(
                  resource,
                  rule,
                  place.bytes(),
                  place.extent(),
                  place.address(),
                  place.device(),
                  place.space(),
                  place.session(),
                  place.label(),
                  0));
    }
  }

  @Override
  public void close(Object resource, int rule, @Nullable Throwable thrown) {
    Object[] token = new Object[1];
    boolean[] returned = new boolean[1];
    call(
        "closing",
        () -> {
          token[0] = Hooks.closing(resource, rule);
          returned[0] = true;
        });
    // If the hook threw, the body of the application's close did not run.
    if (returned[0] || HookCalls.skipped()) {
      call("closed", () -> Hooks.closed(resource, token[0], thrown));
    }
  }

  @Override
  public void used(Object resource) {
    Object[] token = new Object[1];
    call("used", () -> token[0] = Hooks.used(resource));
    if (token[0] != null) {
      call("useEnded", () -> Hooks.useEnded(token[0]));
    }
  }

  @Override
  public int scopeEntered(@Nullable Object owner, int scope) {
    int[] token = {-1};
    call("scopeEntered", () -> token[0] = Hooks.scopeEntered(owner, scope));
    return token[0];
  }

  @Override
  public void scopeExited(int token, int scope, @Nullable Object owner) {
    call("scopeExited", () -> Hooks.scopeExited(token, scope, owner));
  }

  @Override
  public void held(Object holder, Object resource, @Nullable Object entry) {
    call("held", () -> Hooks.held(holder, resource, entry));
  }

  @Override
  public void dropped(Object holder, Object resource) {
    call("dropped", () -> Hooks.dropped(holder, resource));
  }

  @Override
  public void cycleEnded(Object name) {
    call("marked", () -> Hooks.marked(name));
  }

  @Override
  public void marked(String name) {}

  @Override
  public void failed(Throwable thrown) {}

  @Override
  public void attributeThrew(String attribute, String className, Throwable thrown) {}

  @Override
  public void openedAgain(String type, String classes, long number, boolean isOfObject) {}

  @Override
  public void switchedOff(int errors) {
    HookCalls.problem("the probe switched itself off after " + errors + " errors");
  }
}
