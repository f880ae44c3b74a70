package io.ttalloc.ledger;

/**
 * The layout of what the ledger knows of frames that stand inside a try statement when the process
 * ends: what the cleanup of each uses. {@link RecordLayout} says what the fields are.
 */
public final class GuardLayout {
  public static final int RECORD_GUARD = 19;

  /** With the method and the line: a frame that stood inside a try statement at the end. */
  public static final int GUARD_CLASS = 0;

  public static final int GUARD_METHOD = 4;
  public static final int GUARD_LINE = 8;

  /** The type of a local variable; 0 = unknown. */
  public static final int GUARD_TYPE = 12;

  /** The only field of the variable that the cleanup reads; 0 = it uses the variable as a whole. */
  public static final int GUARD_FIELD = 16;

  public static final int GUARD_FLAGS = 20;
  public static final int GUARD_BYTES = 24;

  /** Guard flag: the cleanup uses the variable; otherwise it is only another one of the frame. */
  public static final int GUARD_USED = 1;

  /** Guard flag: the type is a class, so that objects of the variable have it as a superclass. */
  public static final int GUARD_OF_CLASS = 2;

  /** Guard flag: no variable; the cleanup calls methods of the type in a loop. Field: lines. */
  public static final int GUARD_EACH = 4;

  /** Guard flag: a variable that the try statement does not have, or an intermediate result. */
  public static final int GUARD_OTHER = 8;

  /** The bits above are the number of the variable in the class file and 1; 0 = unknown. */
  public static final int GUARD_SLOT_SHIFT = 8;

  public static final int GUARD_SLOT_MASK = 0xFFFF;

  /** In place of a number: any intermediate results, which come after the variables. */
  public static final int GUARD_RESULTS = GUARD_SLOT_MASK;

  private GuardLayout() {}
}
