package io.ttalloc.rules.clause;

import io.ttalloc.probe.Hooks;
import io.ttalloc.probe.rule.ProbeType;
import io.ttalloc.rules.FromRule;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * The advice that reads the attributes of a resource when the resource is opened by a rule that has
 * attributes or specifies the object, and again after a method that may have changed the
 * attributes.
 *
 * <p>It is a single long method because Byte Buddy copies the code of one method, and any class
 * that this code calls would have to be in the boot loader. The code that reads a value replaces
 * each use of the parameter. All parameters are therefore used inside the try statements, which
 * catch exceptions that the reading throws. The numbers of the cases are the indexes of attributes
 * in {@link ProbeType}.
 */
final class ReadAttributes {
  /** The name of the parameter for the type's index. */
  static final String TYPE_INDEX = "typeIndex";

  /** The name of the parameter that says whether the attributes are read again. */
  static final String AGAIN = "again";

  /** The set of the attributes that do not describe the location of the resource. */
  private static final int ELSEWHERE = (1 << ProbeType.BYTES) | (1 << ProbeType.LABEL);

  private ReadAttributes() {}

  // Over 40 lines: everything must be in one method.
  @SuppressWarnings("fallthrough")
  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(
      @FromRule(ResourceMethodsClause.RESOURCE) @Nullable Object resource,
      @FromRule(TYPE_INDEX) int type,
      @FromRule(AGAIN) boolean again,
      @FromRule("bytes") long bytes,
      @FromRule("extent") long extent,
      @FromRule("address") long address,
      @FromRule("device") int device,
      @FromRule("space") @Nullable Object space,
      @FromRule("session") @Nullable Object session,
      @FromRule("owns") boolean owns,
      @FromRule("shared") boolean shared,
      @FromRule("label") @Nullable Object label) {
    Object read = null;
    try {
      read = resource; // assigned, so that the value is read only once
    } catch (NullPointerException e) {
      // The object at which the path starts may be null.
    }
    if (read == null || (again && !Hooks.isOpen(read))) {
      return;
    }
    long itsBytes = ProbeType.NOT_READ;
    long itsExtent = ProbeType.NOT_READ;
    long itsAddress = ProbeType.NOT_READ;
    int itsDevice = ProbeType.NO_DEVICE_READ;
    Object itsSpace = null;
    Object itsSession = null;
    boolean itOwns = true;
    boolean itIsShared = false;
    Object itsLabel = null;
    int unread = 0;
    // If reading an attribute throws, continues with the next one, until all have been read.
    for (int next = 0; next < ProbeType.ATTRIBUTES; ) {
      try {
        switch (next) {
          case 0:
            itsBytes = bytes;
            next = 1;
          // fall through
          case 1:
            itsExtent = extent;
            next = 2;
          // fall through
          case 2:
            itsAddress = address;
            next = 3;
          // fall through
          case 3:
            itsDevice = device;
            next = 4;
          // fall through
          case 4:
            Object named = space;
            itsSpace = named == null ? null : named.toString();
            next = 5;
          // fall through
          case 5:
            named = session;
            itsSession = named == null ? null : named.toString();
            next = 6;
          // fall through
          case 6:
            itOwns = owns;
            next = 7;
          // fall through
          case 7:
            itIsShared = shared;
            next = 8;
          // fall through
          default:
            named = label;
            itsLabel = named == null ? null : named.toString();
            next = 9;
        }
      } catch (Throwable e) {
        // This happens, for example, at the end of a superclass constructor, when the fields of the
        // subclass are not initialized yet.
        unread |= 1 << next;
        next = Hooks.attributeThrew(read, type, next, e);
      }
    }
    if (again) {
      Hooks.updated(
          read,
          type,
          itsBytes,
          itsExtent,
          itsAddress,
          itsDevice,
          itsSpace,
          itsSession,
          itsLabel,
          unread);
      return;
    }
    if ((unread & ELSEWHERE) != unread) {
      // The address is useless unless all attributes of the location could be read.
      itsAddress = ProbeType.NOT_READ;
    }
    Hooks.opened(
        read,
        type,
        itsBytes,
        itsExtent,
        itsAddress,
        itsDevice,
        itsSpace,
        itsSession,
        itOwns,
        itIsShared,
        itsLabel,
        Hooks.wantsStack(read) ? new Throwable() : null);
  }
}
