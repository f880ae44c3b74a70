package io.ttalloc.ledger;

/** Records of the classes that rules name and that were not woven as these say. */
public final class NotWovenLayout {
  public static final int RECORD_NOT_WOVEN = 24;

  /** The name of the class. */
  public static final int NOT_WOVEN_CLASS = 0;

  public static final int NOT_WOVEN_BYTES = 4;

  /** Further classes are not recorded. */
  public static final int MOST_NOT_WOVEN = 1_000;

  private NotWovenLayout() {}
}
