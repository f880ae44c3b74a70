package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * The hooks that say to whom resources belong, scopes and caches, and the one that marks the end of
 * a cycle. What {@link Hooks} says holds for them.
 *
 * <p>Woven code calls them as methods of {@link Hooks}, which is the only class that it must see;
 * the JVM finds them here.
 */
public class RelationHooks extends UseHooks {
  RelationHooks() {}

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

  /** The thread leaves a scope, with what {@link #scopeEntered} returned; null: no owner. */
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

  /** A cache has taken in a resource, under a name of its own if {@code entry} is one. */
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

  /** A cache has given up a resource, or all that it held if {@code resource} is the cache. */
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
}
