package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/**
 * The hooks that make a call fail. They are woven only with the option {@code inject}. What {@link
 * Hooks} says holds for them; a call that comes where the thread has no stack for a hook does not
 * count, and runs as it is.
 *
 * <p>Woven code calls them as methods of {@link Hooks}, which is the only class that it must see;
 * the JVM finds them here.
 */
public class FailureHooks {
  FailureHooks() {}

  /**
   * A method is called that may fail.
   *
   * @param ofSystem whether its class may be one of the JDK
   * @return whether this call is to fail
   */
  public static boolean isToFail(boolean ofSystem) {
    Recorder recorder = Probe.recorder;
    try {
      return recorder != null && recorder.isToFail(ofSystem);
    } catch (StackOverflowError e) {
      return false;
    }
  }

  /**
   * The call that is to fail is about to.
   *
   * @param method its class and name
   * @param made what it throws; null if that could not be made
   * @param problem why it could not, or null
   */
  public static void failing(String method, @Nullable Throwable made, @Nullable Throwable problem) {
    Recorder recorder = Probe.recorder;
    if (recorder != null) {
      try {
        recorder.failing(method, made, problem);
      } catch (StackOverflowError e) {
        recorder.withoutStack++;
      }
    }
  }

  /**
   * Woven code begins to read a value of a rule: what is called for that, the program does not
   * call.
   */
  public static void valueReadBegins() {
    ValueReads.begin();
  }

  /** It has read the value. */
  public static void valueReadEnds() {
    ValueReads.end();
  }

  /** It could not read a value, or not to its end. */
  public static void valueNotRead() {
    ValueReads.endAll();
  }
}
