package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * The methods that woven code calls, and nothing else.
 *
 * <p>In the agent's jar this class stands in package {@code java.lang} under the name {@code
 * TtAllocHooks}: class loaders that delegate only {@code java.*} (OSGi, JBoss Modules) see no other
 * package of the boot loader. Every method returns normally, whatever happens inside, and does
 * nothing while the probe is off.
 */
public final class Hooks {
  private Hooks() {}

  /**
   * Whether the stack is wanted that a resource is now opened from: the woven method then fills a
   * Throwable itself, since each frame of a hook on the stack costs like one of the application.
   */
  public static boolean wantsStack(@Nullable Object resource) {
    Recorder recorder = Probe.recorder;
    try {
      return recorder != null && recorder.wantsStack(resource);
    } catch (StackOverflowError e) {
      return false;
    }
  }

  /**
   * A resource was opened, and its rule says nothing about where it lies.
   *
   * @param rule index of the rule in {@link ProbeRules}
   * @param here filled by the woven method; null if the stack is not wanted
   */
  public static void opened(@Nullable Object resource, int rule, @Nullable Throwable here) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.opened(resource, rule, 0, 0, 0, 0, null, null, true, false, null, here);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
  }

  /**
   * A resource was opened.
   *
   * @param extent bytes that it takes at its address in each bank; 0 = bytes
   * @param owns false if it stands on memory that something else owns
   * @param shared whether several may lie at one address in time
   * @param here filled by the woven method; null if the stack is not wanted
   */
  public static void opened(
      @Nullable Object resource,
      int rule,
      long bytes,
      long extent,
      long address,
      int device,
      @Nullable Object space,
      @Nullable Object session,
      boolean owns,
      boolean shared,
      @Nullable Object label,
      @Nullable Throwable here) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.opened(
            resource, rule, bytes, extent, address, device, space, session, owns, shared, label,
            here);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
  }

  /** Stands for an extent where it is unknown what lies where: reading that failed. */
  public static final long UNKNOWN_PLACE = Long.MIN_VALUE;

  /**
   * The application's code threw where a rule reads an attribute of what is being opened.
   *
   * @param thrown what it threw
   */
  public static void attributeThrew(Throwable thrown) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      recorder.attributeThrew(thrown);
    }
  }

  /**
   * A close of a resource begins.
   *
   * @return what {@link #closed} needs; null if this call closes nothing (it is nested in another
   *     close, or the resource is not open)
   */
  public static @Nullable Object closing(Object resource, int rule) {
    Recorder recorder = null;
    Object token = null;
    try {
      recorder = Probe.recorder;
      if (recorder != null) {
        token = recorder.closing(resource, rule);
      }
      return token;
    } catch (StackOverflowError e) {
      return Late.TOKEN;
    } catch (Throwable e) {
      // The thread is stopped: the application's close does not even start.
      if (recorder != null) {
        recorder.closingStopped(resource);
      }
      throw e;
    }
  }

  /**
   * The close of a resource has ended.
   *
   * @param resource kept reachable until here
   * @param token what {@link #closing} gave
   * @param thrown what it threw, or null
   */
  public static void closed(Object resource, @Nullable Object token, @Nullable Throwable thrown) {
    Recorder recorder = null;
    try {
      recorder = Probe.recorder;
      if (recorder != null && token != null) {
        recorder.closed(resource, token, thrown);
      }
    } catch (Throwable e) {
      // The stack has overflowed at the call, or the thread is stopped. What began must end; not by
      // a call, for which there is no stack.
      if (recorder != null && (token != Late.TOKEN || thrown == null)) {
        Object begun = token == Late.TOKEN ? null : token;
        try {
          @Nullable Object[] event = {Late.CLOSE, resource, begun, thrown, null};
          synchronized (recorder.late) {
            if (recorder.late.count < Late.MOST) {
              event[Late.EARLIER] = recorder.late.latest;
              recorder.late.latest = event;
              recorder.late.count++;
            }
          }
        } catch (OutOfMemoryError noHeap) {
          recorder.withoutStack++;
        }
      }
      if (!(e instanceof VirtualMachineError)) {
        throw e;
      }
    }
  }

  /** A method is called that only an open resource may get. */
  public static void used(Object resource) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.used(resource);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
  }

  /**
   * The thread enters a scope.
   *
   * @param owner whose scope it is; null if it is not known yet (a constructor, a static factory)
   * @param scope index of the scope in {@link ProbeRules}
   * @return what {@link #scopeExited} needs
   */
  public static int scopeEntered(@Nullable Object owner, int scope) {
    Recorder recorder = Probe.recorder;
    try {
      return recorder == null ? -1 : recorder.scopeEntered(owner, scope);
    } catch (StackOverflowError e) {
      return -1;
    }
  }

  /**
   * The thread leaves a scope.
   *
   * @param token what {@link #scopeEntered} gave
   * @param owner whose scope it was; null if there is none
   */
  public static void scopeExited(int token, int scope, @Nullable Object owner) {
    Recorder recorder = Probe.recorder;
    if (recorder != null && token >= 0) {
      try {
        recorder.scopeExited(token, scope, owner);
      } catch (StackOverflowError e) {
        // The next scope outside it leaves this one, too.
      }
    }
  }

  /** A cache has taken in a resource. */
  public static void held(Object holder, @Nullable Object resource, @Nullable Object entry) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.held(holder, resource, entry);
      } catch (StackOverflowError e) {
        @Nullable Object[] event = {Late.HOLD, resource, holder, entry, null};
        synchronized (recorder.late) {
          if (recorder.late.count < Late.MOST) {
            event[Late.EARLIER] = recorder.late.latest;
            recorder.late.latest = event;
            recorder.late.count++;
          }
        }
      }
    }
  }

  /** A cache has given up a resource, or all that it held if {@code resource} is the cache. */
  public static void dropped(Object holder, @Nullable Object resource) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.dropped(holder, resource);
      } catch (StackOverflowError e) {
        @Nullable Object[] event = {Late.DROP, resource, holder, null, null};
        synchronized (recorder.late) {
          if (recorder.late.count < Late.MOST) {
            event[Late.EARLIER] = recorder.late.latest;
            recorder.late.latest = event;
            recorder.late.count++;
          }
        }
      }
    }
  }

  /** A cycle ended, or the application set a mark. */
  public static void marked(@Nullable Object name) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.marked(name);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
  }

  /** Woven code could not read an attribute. */
  public static void failed(Throwable thrown) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.failed(thrown);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
  }
}
