package io.ttalloc.probe;

import static java.util.Objects.requireNonNull;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.probe.resource.KeyTable;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeType;
import org.jspecify.annotations.Nullable;

/**
 * Runs every path of a hook once, on resources that no report shows, because a class that is first
 * loaded by a hook inside class loading can never be loaded again.
 */
final class WarmUp {
  private final Recorder recorder;
  private final int type;
  private final int scope;

  private WarmUp(Recorder recorder, ProbeRules rules) {
    this.recorder = recorder;
    this.type =
        rules.add(
            new ProbeType(
                "(warm-up)",
                RecordLayout.TYPE_INTERNAL
                    | RecordLayout.TYPE_OWNER
                    | RecordLayout.TYPE_FREES_OWNED,
                SlotLayout.FLAG_HAS_ADDRESS,
                true,
                null));
    this.scope = rules.add(new ProbeRules.Scope(ProbeRules.ScopeKind.OWNER, "(warm-up)", false));
  }

  static void of(Recorder recorder, ProbeRules rules) {
    new WarmUp(recorder, rules).run();
  }

  private void run() {
    Object owner = new Object();
    Object child = new Object();
    Object other = new Object();
    int construction = recorder.scopeEntered(null, scope);
    Throwable here = recorder.wantsStack(owner) ? new Throwable() : null;
    recorder.opened(owner, type, 1, 1, 1, 0, "", "", true, false, null, here);
    recorder.scopeExited(construction, scope, owner);
    int token = recorder.scopeEntered(owner, scope);
    recorder.opened(child, type, 1, 1, 1, 0, null, null, true, false, "label", null);
    recorder.opened(child, type, 1, 1, 1, 0, null, null, true, false, null, null);
    // A second resource is needed, because an owner creates a set only for more than one resource.
    recorder.opened(other, type, 1, 1, 1, 0, null, null, true, false, null, null);
    recorder.scopeExited(token, scope, owner);
    update(child);
    recorder.held(owner, child, "entry", true);
    recorder.held(owner, child, null, false);
    use(child);
    count(child, 1);
    count(child, -1);
    close(child);
    close(owner);
    close(owner);
    close(other);
    number(1, null);
    number(1, owner);
    close(requireNonNull(keyed(2, null, KeyTable.CLOSED)));
  }

  private void number(long value, @Nullable Object owner) {
    Object opened = keyed(value, owner, KeyTable.OPENED);
    recorder.opened(opened, type, 1, 0, 0, 0, null, null, true, false, null, null);
    requireNonNull(keyed(value, owner, KeyTable.OPENED));
    close(requireNonNull(keyed(value, owner, KeyTable.CLOSED)));
  }

  private @Nullable Object keyed(long value, @Nullable Object owner, int purpose) {
    return recorder.keyed(value, owner, type, purpose);
  }

  private void use(Object object) {
    Object token = recorder.used(object);
    if (token != null) {
      recorder.useEnded(token);
    }
  }

  private void update(Object object) {
    if (recorder.isOpen(object)) {
      // No device is passed, because a device would appear in reports.
      int none = ProbeType.NO_DEVICE_READ;
      recorder.updated(object, type, 2, 2, 2, none, null, null, "other label", 0);
    }
  }

  private void close(Object object) {
    count(object, 0);
  }

  private void count(Object object, int change) {
    // If the ledger had no room, the opening was dropped, and there is no resource to count.
    Object token = recorder.closing(object, type, change);
    if (token != null) {
      recorder.closed(object, token, null);
    }
  }
}
