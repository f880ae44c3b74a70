package io.ttalloc.probed;

import io.ttalloc.probe.Hooks;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Application code that opens and closes resources. */
public final class Caller {
  private Caller() {}

  /** Opens a resource like woven code, which captures the stack itself if a stack is wanted. */
  public static void open(Object resource, int rule) {
    Hooks.opened(resource, rule, Hooks.wantsStack(resource) ? new Throwable() : null);
  }

  /** Opens a resource with a stack that was captured here, and returns that stack. */
  public static StackTraceElement[] openAndTell(Object resource, int rule) {
    Throwable here = new Throwable();
    Hooks.opened(resource, rule, here);
    return here.getStackTrace();
  }

  /** Opens a resource and lets the hook capture the stack. */
  public static void openWithoutStack(Object resource, int rule) {
    Hooks.opened(resource, rule, null);
  }

  /** Closes a resource. */
  public static void close(Object resource, int rule) {
    close(resource, rule, null);
  }

  /** Releases a reference to a resource. */
  public static void release(Object resource, int rule) {
    Hooks.closed(resource, Hooks.counting(resource, rule, -1), null);
  }

  /** Releases another reference to a resource. */
  public static void releaseAgain(Object resource, int rule) {
    Hooks.closed(resource, Hooks.counting(resource, rule, -1), null);
  }

  /** Adds a resource to a cache. */
  public static void hold(Object cache, Object resource, String entry) {
    Hooks.held(cache, resource, entry);
  }

  /** Removes a resource from a cache, or everything if the resource is the cache itself. */
  public static void drop(Object cache, Object resource) {
    Hooks.dropped(cache, resource);
  }

  /** Closes a resource with a close that throws. */
  public static void close(Object resource, int rule, @Nullable Throwable thrown) {
    Hooks.closed(resource, Hooks.closing(resource, rule), thrown);
  }

  /** Opens a resource at the given depth of calls. */
  public static void openDeep(Object resource, int rule, int depth) {
    if (depth == 0) {
      open(resource, rule);
    } else {
      openDeep(resource, rule, depth - 1);
    }
  }

  /** Opens a resource from the first of two calls that differ only in their lines. */
  public static void openLeft(Object resource, int rule, int depth) {
    openDeep(resource, rule, depth);
  }

  /** Opens a resource from the second of two calls that differ only in their lines. */
  public static void openRight(Object resource, int rule, int depth) {
    openDeep(resource, rule, depth);
  }

  /** Calls a method of a class that the JVM generates. */
  public static void openThrough(Supplier<?> generated) {
    Object unused = generated.get();
  }
}
