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
 * package of the boot loader. Unless its comment says otherwise, a method returns normally,
 * whatever happens inside. While the probe is off, all methods do nothing.
 *
 * <p>A {@link StackOverflowError} that is caught here means that the thread does not have enough
 * stack for a hook. The event is dropped and counted without calling any method, because only the
 * hook's own frame is certain to fit on the stack.
 */
public final class Hooks {
  private Hooks() {}

  /**
   * Whether the hook of this opening will record the current stack. If so, the woven method creates
   * the Throwable itself: walking over a hook's frames would cost as much as walking over the
   * application's.
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
   * Called when a resource was opened whose rule reads no attributes.
   *
   * @param rule index of the rule's {@link ProbeType} in {@link ProbeRules}, a constant in woven
   *     code. This parameter has the same meaning in all hooks.
   * @param here a Throwable with the stack of the opening; null if {@link #wantsStack} returned
   *     false
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
   * Called when a resource was opened. Attributes that the rule does not read are 0 or null; a
   * number that could not be read is a constant of {@link ProbeType}.
   *
   * @param bytes the size of the resource
   * @param extent the bytes that the resource occupies in each bank; 0 = the same as {@code bytes}
   * @param address the first byte of the resource, in each bank
   * @param device the number of the device
   * @param space the kind of memory on that device; its {@code toString()} is the name
   * @param session the session of that device, from its start to its end; its {@code toString()} is
   *     the name
   * @param owns false if the resource uses memory that something else owns
   * @param shared whether other open resources may be at the same address
   * @param label distinguishes the resource from others of its type in a report
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

  /**
   * Called when reading an attribute threw an exception.
   *
   * @param attribute the index of the attribute in {@link ProbeType}
   * @return the index of the next attribute to read
   */
  public static int attributeThrew(
      @Nullable Object resource, int rule, int attribute, Throwable thrown) {
    Recorder recorder = Probe.recorder;
    return recorder == null
        ? ProbeType.ATTRIBUTES
        : recorder.attributeThrew(resource, rule, attribute, thrown);
  }

  /**
   * Returns the object that stands for a resource that the program knows only by a number: a {@code
   * Keyed}. The other hooks treat it as the resource. May throw; woven code then calls {@link
   * #failed}.
   *
   * @param purpose what happens to the resource: a constant of {@link KeyTable}
   */
  public static @Nullable Object keyed(long value, int rule, int purpose) {
    Recorder recorder = Probe.recorder;
    return recorder == null ? null : recorder.keyed(value, null, rule, purpose);
  }

  /**
   * Like {@link #keyed}, for a number that is unique only within {@code owner}, such as a pool.
   *
   * @param owner null if the number is unique everywhere
   */
  public static @Nullable Object keyedOf(
      long value, @Nullable Object owner, int rule, int purpose) {
    Recorder recorder = Probe.recorder;
    return recorder == null ? null : recorder.keyed(value, owner, rule, purpose);
  }

  /**
   * Called when a close of a resource begins.
   *
   * @return the token to pass to {@link #closed}; null if the end of this call does not have to be
   *     recorded, usually because the resource is not open
   */
  public static @Nullable Object closing(Object resource, int rule) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        return recorder.closing(resource, rule, 0);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
    return null;
  }

  /**
   * Called when the close of a resource has ended.
   *
   * @param resource kept reachable until here
   * @param token what {@link #closing} returned
   * @param thrown what the close threw; null if it returned normally
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
   * Called when a method that increases or decreases the reference count of a resource begins.
   *
   * @param change the number of references that the call adds; negative if it releases some
   * @return the token to pass to {@link #closed}; null if the end of this call does not have to be
   *     recorded, because the call is nested in another one or the resource is not open
   */
  public static @Nullable Object counting(Object resource, int rule, int change) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        return recorder.closing(resource, rule, change);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
    return null;
  }

  /** Called when something other than the program has become the owner of a resource. */
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

  /**
   * Whether a resource is open or being opened. If not, woven code does not read its attributes
   * again.
   */
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
   * Called when a method that may have changed the attributes of a resource has returned.
   *
   * @param unread a bit set of the attributes that could not be read: the number of an attribute's
   *     bit is the index of the attribute in {@link ProbeType}
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
   * Called when a method that requires an open resource begins.
   *
   * @return the token to pass to {@link #useEnded} when the method returns or throws; null if the
   *     call is nested in another one, or the resource is not tracked
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

  /** Called when a call for which {@link #used} returned this token has ended. */
  public static void useEnded(Object token) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.useEnded(token);
      } catch (StackOverflowError e) {
        // The end of the next enclosing call ends this call as well.
      }
    }
  }

  /**
   * Called when the current thread enters a scope.
   *
   * @param owner the owner; null if it is not known yet (in a constructor or a static factory)
   * @param scope index of the scope in {@link ProbeRules}
   * @return the token to pass to {@link #scopeExited}
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

  /**
   * Called when the current thread leaves a scope.
   *
   * @param token the token that {@link #scopeEntered} returned
   * @param owner the owner; null if there is none
   */
  public static void scopeExited(int token, int scope, @Nullable Object owner) {
    Recorder recorder = Probe.recorder;
    if (recorder != null && token >= 0) {
      try {
        recorder.scopeExited(token, scope, owner);
      } catch (StackOverflowError e) {
        // Leaving the next enclosing scope leaves this scope as well.
        recorder.withoutStack++;
      }
    }
  }

  /**
   * Called when a resource was added to a cache.
   *
   * @param entry the name under which the cache holds the resource; null if the resource has none
   */
  public static void held(Object holder, @Nullable Object resource, @Nullable Object entry) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.held(holder, resource, entry, true);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
  }

  /**
   * Called when a resource was removed from a cache. If {@code resource} is the cache itself,
   * everything was removed. (This method is unrelated to dropped events, which are events that
   * could not be recorded.)
   */
  public static void dropped(Object holder, @Nullable Object resource) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.held(holder, resource, null, false);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
  }

  /** Called when a cycle ended, or the application set a mark. */
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

  /** Called when the code that was woven into a method threw an exception. */
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

  /** Called when the current thread has created or submitted a task, or is starting a thread. */
  public static void taskMade(Object task) {
    TaskListener listener = Probe.tasks;
    if (listener != null) {
      try {
        listener.made(task);
      } catch (Throwable e) {
        // The scope of the task stays unknown.
      }
    }
  }

  /**
   * Called when the current thread begins to run a task.
   *
   * @param task null if the thread runs the tasks of a pool, one after the other
   */
  public static void taskBegins(@Nullable Object task) {
    TaskListener listener = Probe.tasks;
    if (listener != null) {
      try {
        listener.begins(task);
      } catch (Throwable e) {
        // The scope of the task stays unknown.
      }
    }
  }

  /** Called when the current thread has run a task. */
  public static void taskEnds(@Nullable Object task) {
    TaskListener listener = Probe.tasks;
    if (listener != null) {
      try {
        listener.ended(task);
      } catch (Throwable e) {
        // The scope of the task stays unknown.
      }
    }
  }
}
