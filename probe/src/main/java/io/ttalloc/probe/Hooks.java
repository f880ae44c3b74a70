package io.ttalloc.probe;

import io.ttalloc.probe.hook.TaskListener;
import io.ttalloc.probe.resource.KeyTable;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeType;
import org.jspecify.annotations.Nullable;

/**
 * The methods that woven code calls, and nothing else.
 *
 * <p>In the agent's jar this class is in package {@code java.lang} under the name {@code
 * TtAllocHooks}: class loaders that delegate only {@code java.*} (OSGi, JBoss Modules) see no other
 * package of the boot loader. Every method returns normally, whatever happens inside, and does
 * nothing while the probe is off.
 *
 * <p>A {@link StackOverflowError} that arrives here means that the thread has no stack for a hook.
 * The event is dropped and counted, without a call: the method's own frame is the only one that
 * there is certain to be.
 */
public final class Hooks {
  private Hooks() {}

  /**
   * Whether the hook of this opening will record the current stack. The woven method then creates a
   * Throwable itself: each frame of a hook on it would cost as much as one of the application.
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
   * A resource was opened, and its rule says nothing about its place.
   *
   * @param rule index of the rule's {@link ProbeType} in {@link ProbeRules}, a constant in woven
   *     code; the same in all hooks
   * @param here has the stack of the opening; null if {@link #wantsStack} returned false
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
   * A resource was opened. What the rule does not read is 0 or null; a number that could not be
   * read is a constant of {@link ProbeType}.
   *
   * @param bytes its size
   * @param extent bytes that it takes at its address in each bank; 0 = bytes
   * @param address its first byte, in each bank
   * @param device number of its device
   * @param space the kind of memory of that device, named by its {@code toString()}
   * @param session the run of that device, from its start to its end, named in the same way
   * @param owns false if it uses memory that something else owns
   * @param shared whether other open resources may lie at its address
   * @param label what distinguishes it from others of its type in a report
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

  /** Reading an attribute threw, by its index in {@link ProbeType}; returns the next to read. */
  public static int attributeThrew(
      @Nullable Object resource, int rule, int attribute, Throwable thrown) {
    Recorder recorder = Probe.recorder;
    return recorder == null
        ? ProbeType.ATTRIBUTES
        : recorder.attributeThrew(resource, rule, attribute, thrown);
  }

  /**
   * The object that the other hooks take for a resource that the program knows only by a number: a
   * {@code Keyed}. May throw; woven code then calls {@link #failed}.
   *
   * @param purpose what is done with the number: a constant of {@link KeyTable}
   */
  public static @Nullable Object keyed(long value, int rule, int purpose) {
    Recorder recorder = Probe.recorder;
    return recorder == null ? null : recorder.keyed(value, null, rule, purpose);
  }

  /**
   * The same for a number that is unique only within {@code owner}, such as a pool.
   *
   * @param owner null if the number is unique everywhere
   */
  public static @Nullable Object keyedOf(
      long value, @Nullable Object owner, int rule, int purpose) {
    Recorder recorder = Probe.recorder;
    return recorder == null ? null : recorder.keyed(value, owner, rule, purpose);
  }

  /**
   * A close of a resource begins.
   *
   * @return what {@link #closed} needs; null if this call closes nothing (it is nested in another
   *     close, or the resource is not open)
   */
  public static @Nullable Object closing(Object resource, int rule) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        return recorder.closing(resource, rule);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
    return null;
  }

  /**
   * The close of a resource has ended.
   *
   * @param resource kept reachable until here
   * @param token what {@link #closing} returned
   * @param thrown what the close threw, or null
   */
  public static void closed(Object resource, @Nullable Object token, @Nullable Throwable thrown) {
    Recorder recorder = Probe.recorder;
    if (recorder != null && token != null) {
      try {
        recorder.closed(resource, token, thrown);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
  }

  /**
   * A call begins that raises or lowers the count of references to a resource.
   *
   * @param change how many references it adds; negative if it gives some up
   * @return what {@link #closed} needs; null if this call changes nothing (it is nested in another
   *     one, or the resource is not open)
   */
  public static @Nullable Object counting(Object resource, int rule, int change) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        return recorder.counting(resource, rule, change);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
    return null;
  }

  /** Something else than the program owns a resource from now on. */
  public static void disowned(Object resource) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.disowned(resource);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
  }

  /** Whether something is open, or being opened; else nothing is read again. */
  public static boolean isOpen(Object resource) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        return recorder.isOpen(resource);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
    return false;
  }

  /**
   * A method has returned that may have changed a resource.
   *
   * @param unread a bit for each attribute that could not be read, by its index in {@link
   *     ProbeType}
   */
  public static void updated(
      Object resource,
      int rule,
      long bytes,
      long extent,
      long address,
      int device,
      @Nullable Object space,
      @Nullable Object session,
      @Nullable Object label,
      int unread) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.updated(
            resource, rule, bytes, extent, address, device, space, session, label, unread);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
  }

  /**
   * A method is called that may be called only while the resource is open.
   *
   * @return what {@link #useEnded} needs when the method has ended, however it does; null if the
   *     call is part of another one, or concerns nothing that is tracked
   */
  public static @Nullable Object used(Object resource) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        return recorder.used(resource);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
    return null;
  }

  /** A call has ended, for which {@link #used} returned this. */
  public static void useEnded(Object token) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.useEnded(token);
      } catch (StackOverflowError e) {
        // The end of the next outer call ends this one, too.
      }
    }
  }

  /**
   * The thread enters a scope of {@link ProbeRules}, whose owner is null if it is not known yet (a
   * constructor, a static factory); returns what {@link #scopeExited} needs.
   */
  public static int scopeEntered(@Nullable Object owner, int scope) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        return recorder.scopeEntered(owner, scope);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
    return -1;
  }

  /** The thread leaves a scope; the token is from {@link #scopeEntered}; a null owner: none. */
  public static void scopeExited(int token, int scope, @Nullable Object owner) {
    Recorder recorder = Probe.recorder;
    if (recorder != null && token >= 0) {
      try {
        recorder.scopeExited(token, scope, owner);
      } catch (StackOverflowError e) {
        // The exit of the next outer scope leaves this one, too.
        recorder.withoutStack++;
      }
    }
  }

  /**
   * A cache has taken in a resource.
   *
   * @param entry the name under which the cache has it; null if it has none
   */
  public static void held(Object holder, @Nullable Object resource, @Nullable Object entry) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.held(holder, resource, entry);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
  }

  /**
   * A cache has given up a resource, or all that it held if {@code resource} is the cache. Not
   * related to dropped events, which are those that could not be recorded.
   */
  public static void dropped(Object holder, @Nullable Object resource) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.dropped(holder, resource);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
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

  /** The calling thread has made or submitted a task, or starts a thread. */
  public static void taskMade(Object task) {
    TaskListener listener = Probe.tasks;
    if (listener != null) {
      try {
        listener.made(task);
      } catch (Throwable e) {
        // Then its scope is unknown.
      }
    }
  }

  /** The calling thread begins to run a task; null: the tasks of a pool, one after the other. */
  public static void taskBegins(@Nullable Object task) {
    TaskListener listener = Probe.tasks;
    if (listener != null) {
      try {
        listener.begins(task);
      } catch (Throwable e) {
        // Then its scope is unknown.
      }
    }
  }

  /** The calling thread has run a task. */
  public static void taskEnds(@Nullable Object task) {
    TaskListener listener = Probe.tasks;
    if (listener != null) {
      try {
        listener.ended(task);
      } catch (Throwable e) {
        // Then its scope is unknown.
      }
    }
  }
}
