package io.ttalloc.probe;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.Slots;
import io.ttalloc.ledger.Tally;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reports each event of the resources that the user wants to follow: those of a type, those opened
 * at a call site, those at an address.
 *
 * <p>Type and site are compared once for each tally, when its first resource is opened; the address
 * each time, since resources come and go there. Without a trace there is no object of this class,
 * and a hook only checks that. Thread-safe.
 */
public final class Trace {
  private static final StackTraceElement[] NO_STACK = new StackTraceElement[0];

  /** Gets the events, on the thread where they happen, inside a hook. */
  public interface Listener {
    /** Something happened to a traced resource. */
    void traced(TraceEvent event);
  }

  /** A tally: type and class of its resources, and whether all of them are traced. */
  private static final class Known {
    final boolean traced;
    final String type;
    final String className;

    Known(boolean traced, String type, String className) {
      this.traced = traced;
      this.type = type;
      this.className = className;
    }
  }

  private final Set<String> types;
  private final Set<String> sites;
  private final long[] addresses;
  private final Listener listener;
  private final ConcurrentHashMap<Integer, Known> tallies = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Integer, String> texts = new ConcurrentHashMap<>();

  /**
   * A trace of every resource that one of these describes.
   *
   * @param sites calls as {@code com.acme.Loader.read} or, of any package, {@code Loader.read}
   */
  public Trace(Set<String> types, Set<String> sites, long[] addresses, Listener listener) {
    this.types = new HashSet<>(types);
    this.sites = new HashSet<>(sites);
    this.addresses = Arrays.copyOf(addresses, addresses.length);
    this.listener = listener;
  }

  /** Remembers a text that slots refer to by id: the ledger is only written here, not read. */
  void remember(int id, String text) {
    texts.putIfAbsent(id, text);
  }

  /**
   * A resource was opened.
   *
   * @param here filled where the event happened; null if that is still to be done
   */
  void opened(
      Tracked tracked,
      Resource resource,
      ProbeType type,
      String className,
      @Nullable Throwable here) {
    if ((type.flags & RecordLayout.TYPE_INTERNAL) != 0) {
      return;
    }
    Tally tally = resource.tally();
    Known known = tallies.get(tally.id());
    StackTraceElement[] stack = null;
    if (known == null) {
      stack = stack(here);
      // Of the openings of unknown stacks, which share a tally, only some may be at the site.
      boolean site = tally.stackId() != 0 && isAtSite(stack);
      known = new Known(site || types.contains(type.name), type.name, className);
      tallies.put(tally.id(), known);
    }
    if (isTraced(known, tracked.slots, resource.slot())) {
      tell(TraceEvent.Kind.OPENED, tracked, resource, known, stack == null ? stack(here) : stack);
    }
  }

  /** Something happened to a resource whose slot is still its own. */
  void happened(TraceEvent.Kind kind, Tracked tracked, Resource resource) {
    Known known = tallies.get(resource.tally().id());
    if (known != null && isTraced(known, tracked.slots, resource.slot())) {
      boolean called = kind != TraceEvent.Kind.COLLECTED;
      tell(kind, tracked, resource, known, called ? stack(null) : NO_STACK);
    }
  }

  private void tell(
      TraceEvent.Kind kind,
      Tracked tracked,
      Resource resource,
      Known known,
      StackTraceElement[] stack) {
    int slot = resource.slot();
    Slots slots = tracked.slots;
    tell(
        new TraceEvent(
            kind,
            tracked.ledger.now(),
            known.type,
            known.className,
            slot,
            slots.generation(slot),
            slots.bytes(slot),
            slots.address(slot),
            slots.device(slot),
            slots.flags(slot),
            texts.get(slots.space(slot)),
            texts.get(slots.session(slot)),
            Thread.currentThread().getName(),
            stack));
  }

  /** An error of the listener must not prevent that the event is recorded. */
  private void tell(TraceEvent event) {
    try {
      listener.traced(event);
    } catch (Throwable e) {
      Probe.failed(e);
    }
  }

  private boolean isTraced(Known known, Slots slots, int slot) {
    if (known.traced) {
      return true;
    }
    if (addresses.length > 0 && (slots.flags(slot) & SlotLayout.FLAG_HAS_ADDRESS) != 0) {
      long at = slots.address(slot);
      for (long address : addresses) {
        if (address == at) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isAtSite(StackTraceElement[] stack) {
    if (sites.isEmpty()) {
      return false;
    }
    for (StackTraceElement frame : stack) {
      String className = StableNames.of(frame.getClassName());
      String simple = className.substring(className.lastIndexOf('.') + 1).replace('$', '.');
      String method = ".".concat(frame.getMethodName());
      if (sites.contains(className.concat(method)) || sites.contains(simple.concat(method))) {
        return true;
      }
    }
    return false;
  }

  private static StackTraceElement[] stack(@Nullable Throwable here) {
    StackTraceElement[] all = (here == null ? new Throwable() : here).getStackTrace();
    return Arrays.copyOfRange(all, StackCapture.hooksOn(all), all.length);
  }
}
