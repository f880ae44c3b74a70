package io.ttalloc.ledger;

/** Records of the super types of classes whose objects are resources. */
public final class SuperTypeLayout {
  public static final int RECORD_SUPER_TYPE = 23;

  /** The name of the class. */
  public static final int SUPER_TYPE_OF = 0;

  /** The name of a class that it extends, or of an interface that it implements, however far up. */
  public static final int SUPER_TYPE_NAME = 4;

  public static final int SUPER_TYPE_BYTES = 8;

  private SuperTypeLayout() {}
}
