package io.ttalloc.points;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Calls woven copies of the classes of the probe and the ledger, as the application and the agent
 * would call them. Each instance has its own set of copied classes, and so its own probe.
 *
 * <p>This interface is not copied, so it must not refer to the types of copied classes. Anything
 * that a hook throws is reported to {@link HookCalls}.
 */
public interface Product {
  /** The location of a resource, which woven code reads before it calls the hook. */
  record Place(
      long bytes,
      long extent,
      long address,
      int device,
      @Nullable Object space,
      @Nullable Object session,
      @Nullable Object label) {}

  /** Switches the probe on, with a new ledger in a file that does not exist yet. */
  void start(Path ledger, boolean captureStacks) throws IOException;

  /** Switches the probe off and ends its threads. */
  void stop() throws InterruptedException;

  /** Adds a rule for a type, and returns its index. Flags are those of the ledger's layout. */
  int type(String name, int flags, int slotFlags);

  /** Adds a scope, and returns its index. The kind is a name of {@code ProbeRules.ScopeKind}. */
  int scope(String kind, String name, boolean ofConstructor);

  /** Ends the thread that records collected objects, so that only {@link #recordCollected} does. */
  void watchNoMore() throws InterruptedException;

  int recordCollected();

  /**
   * Returns the object that represents a number, which is opened next. No error is injected in this
   * method.
   */
  Object keyed(long value, int rule);

  void opened(Object resource, int rule);

  void opened(Object resource, int rule, Place place);

  /** Called after a method that may have changed an open resource. */
  void updated(Object resource, int rule, Place place);

  /**
   * Closes a resource as the application does, with the hooks at the beginning and end of the
   * close.
   *
   * @param thrown the exception that ends the close, or null
   */
  void close(Object resource, int rule, @Nullable Throwable thrown);

  void used(Object resource);

  int scopeEntered(@Nullable Object owner, int scope);

  void scopeExited(int token, int scope, @Nullable Object owner);

  void held(Object holder, Object resource, @Nullable Object entry);

  void dropped(Object holder, Object resource);

  void cycleEnded(Object name);
}
