package io.ttalloc.probe.close;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.hook.HookErrors;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.stack.StackCapture;
import org.jspecify.annotations.Nullable;

/**
 * Records misuses of resources, each with the current stack. No method throws: an error while a
 * misuse is recorded must not affect the event that revealed the misuse.
 */
public final class Misuses {
  private static final String OVERLAPPING = "the first close was still running, on another thread";

  private final LedgerWriter ledger;
  private final ProbeRules rules;
  private final StackCapture stacks;
  private final HookErrors errors;

  public Misuses(LedgerWriter ledger, ProbeRules rules, StackCapture stacks, HookErrors errors) {
    this.ledger = ledger;
    this.rules = rules;
    this.stacks = stacks;
    this.errors = errors;
  }

  /** A closed resource was closed again. */
  void closedTwice(Resource resource) {
    addAfterClose(MisuseKind.DOUBLE_CLOSE, resource);
  }

  /** A resource was closed while another thread was closing it. */
  void closedTwiceAtOnce(Resource resource) {
    add(MisuseKind.DOUBLE_CLOSE, resource, 0, OVERLAPPING, resource.labelKept());
  }

  /** A method that requires an open resource was called on a closed one. */
  void usedAfterClose(Resource resource) {
    addAfterClose(MisuseKind.USE_AFTER_CLOSE, resource);
  }

  /** A close threw. */
  void closeFailed(Resource resource, Throwable thrown) {
    try {
      String detail = "the close threw " + thrown.getClass().getName();
      addWhileOpen(MisuseKind.CLOSE_FAILED, resource, detail);
    } catch (Throwable e) {
      errors.failed(e);
    }
  }

  /**
   * Called when a close begins. Records a misuse if the resource is closed within the close of
   * another owner while the resource's own owner is still open.
   */
  void checkCloser(ThreadState thread, Resource resource) {
    Owner owner = resource.owner();
    if (owner == null || !owner.isOpen()) {
      return;
    }
    Owner stranger = thread.closers.stranger(owner);
    if (stranger == null || thread.scopes.isIn(owner)) {
      return;
    }
    try {
      String detail =
          "it belongs to "
              + nameOf(owner)
              + ", which is still open, but it was closed together with "
              + nameOf(stranger);
      addWhileOpen(MisuseKind.CLOSED_BY_OTHER, resource, detail);
    } catch (Throwable e) {
      errors.failed(e);
    }
  }

  /**
   * Returns the type of an owner, followed by the owner's label if there is one: {@code
   * program-impl ProgramImpl#17}.
   */
  private String nameOf(Owner owner) {
    String type = rules.type(owner.rule).name;
    String label = ledger.slots().extensions().label(owner.slot());
    return label == null ? type : type + " " + label;
  }

  /**
   * Adds a misuse of a resource that is closed, or being closed by another thread. The slot is not
   * read, because it may belong to another resource by now.
   */
  private void addAfterClose(MisuseKind kind, Resource resource) {
    add(kind, resource, resource.closeStack(), null, resource.labelKept());
  }

  /** Adds a misuse of a resource that is open, or that this thread is closing. */
  private void addWhileOpen(MisuseKind kind, Resource resource, String detail) {
    add(
        kind,
        resource,
        resource.tally().stackId(),
        detail,
        ledger.slots().extensions().label(resource.slot()));
  }

  private void add(
      MisuseKind kind,
      Resource resource,
      int firstStack,
      @Nullable String detail,
      @Nullable String label) {
    try {
      int text = detail == null ? 0 : ledger.text(detail);
      int counted = ledger.misuse(kind, resource.tally().typeId(), firstStack, stacks.here(), text);
      if (label != null) {
        ledger.misusedLabel(counted, label);
      }
    } catch (Throwable e) {
      errors.failed(e);
    }
  }
}
