package io.ttalloc.points;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The probe over a ledger, as the application and the agent call it, in woven copies of their
 * classes. One object of it is one set of copies, which has one probe.
 *
 * <p>Not one of the copied classes, so it names none of their types. Whatever is thrown out of a
 * hook is reported to {@link HookCalls}.
 */
public interface Product {
  /** Where a resource lies; what woven code reads before it calls the hook. */
  record Place(
      long bytes,
      long extent,
      long address,
      int device,
      @Nullable Object space,
      @Nullable Object session,
      @Nullable Object label) {}

  /** Switches the probe on over a new ledger in a file that does not exist. */
  void start(Path ledger, boolean captureStacks) throws IOException;

  /** Switches it off; no thread of it goes on. */
  void stop() throws InterruptedException;

  /** Makes a rule for a type: its index. Flags are those of the ledger's layout. */
  int type(String name, int flags, int slotFlags);

  /** Makes a scope: its index. The kind is a name of {@code ProbeRules.ScopeKind}. */
  int scope(String kind, String name, boolean ofConstructor);

  /** Ends the thread that records collected objects, so that only {@link #recordCollected} does. */
  void watchNoMore() throws InterruptedException;

  int recordCollected();

  /**
   * The object that represents a number about to be opened; no error is injected in this method.
   */
  Object keyed(long value, int rule);

  void opened(Object resource, int rule);

  void opened(Object resource, int rule, Place place);

  /** A method has returned that may have changed what is open. */
  void updated(Object resource, int rule, Place place);

  /**
   * A close by the application, with the hooks at its begin and end.
   *
   * @param thrown what it ends with, or null
   */
  void close(Object resource, int rule, @Nullable Throwable thrown);

  void used(Object resource);

  int scopeEntered(@Nullable Object owner, int scope);

  void scopeExited(int token, int scope, @Nullable Object owner);

  void held(Object holder, Object resource, @Nullable Object entry);

  void dropped(Object holder, Object resource);

  void cycleEnded(Object name);
}
