package io.ttalloc.ledger;

/** Records of the classes whose objects are holders, and of which the heap tells the contents. */
public final class HolderLayout {
  public static final int RECORD_HOLDER = 25;

  /** The name of the class. */
  public static final int HOLDER_CLASS = 0;

  /** The call that makes one give up what it holds, as a type's; 0 = unknown. */
  public static final int HOLDER_RELEASE = 4;

  public static final int HOLDER_BYTES = 8;

  private HolderLayout() {}
}
