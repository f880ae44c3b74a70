package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * The hooks of calls that only use a resource. What {@link Hooks} says holds for them.
 *
 * <p>Woven code calls them as methods of {@link Hooks}, which is the only class that it must see;
 * the JVM finds them here.
 */
public class UseHooks {
  UseHooks() {}

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
        return Use.of(recorder, resource);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
    return null;
  }

  /** A call has ended, for which {@link #used} returned this. */
  public static void useEnded(Object token) {
    try {
      Use.end(token);
    } catch (StackOverflowError e) {
      // The end of the next outer call ends this one, too.
    }
  }
}
