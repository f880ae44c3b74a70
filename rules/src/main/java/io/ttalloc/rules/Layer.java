package io.ttalloc.rules;

/**
 * The order in which the advice of one method is nested: an earlier layer is entered before a later
 * one, and left after it. So the hooks of a method run in a fixed order, whatever the order of the
 * rules that name the method. Such rules may come from a pack or from several files, and may be for
 * several types. Within a layer, the advice of the first rule is outermost.
 */
public enum Layer {
  /** Ends a cycle: everything that the method opens and closes belongs to that cycle. */
  CYCLE,

  /** Sets the owner of what the method opens, or marks what the method closes as reclaimed. */
  SCOPE,

  /** Records changes of a resource when the method, which may have opened it, returns. */
  OPENED,

  /** Opens a resource, after the method has possibly closed another one with the same number. */
  OPENING,

  /**
   * Marks everything that the method opens for its own use as infrastructure. Resources that it
   * opens for its caller are not marked, because they are opened by a layer outside this one.
   */
  INFRASTRUCTURE,

  /** Closes a resource; a second call counts as a second close, not as a use after close. */
  CLOSING,

  /** All other advice, which concerns resources that were open before the call. */
  CALL
}
