package io.ttalloc.rules;

/**
 * The order in which the advice of one method is nested: an earlier layer is entered before a later
 * one, and left after it. So the hooks of a method run in one order, whatever the order of the
 * rules that name it; rules of a pack, of several files and for several types cannot know of each
 * other. Within a layer the advice of the first rule is the outermost.
 */
public enum Layer {
  /** Ends a cycle: what the method opens and closes is a part of it. */
  CYCLE,

  /** Sets the owner of the resources that the method opens or closes. */
  SCOPE,

  /** Says more of a resource when the method returns, which may have opened it. */
  OPENED,

  /** Opens a resource, after the method has closed another one, perhaps of the same number. */
  OPENING,

  /**
   * Says that whatever the method opens for itself is the system's own; not what it opens for its
   * caller, which the layer around it does.
   */
  INFRASTRUCTURE,

  /** Closes a resource; a second call counts as a second close, not as a use after close. */
  CLOSING,

  /** All other advice: it concerns what was open before the call. */
  CALL
}
