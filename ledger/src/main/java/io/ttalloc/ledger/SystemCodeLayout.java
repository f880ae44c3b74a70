package io.ttalloc.ledger;

/** Records of code that rules call the system's own, without weaving it. */
public final class SystemCodeLayout {
  public static final int RECORD_SYSTEM_CODE = 22;

  /** The classes: the name of one, or that of a package and {@code .*} or {@code .**}. */
  public static final int SYSTEM_CODE_CLASSES = 0;

  /** The name of a method of them; 0 = all of their code. */
  public static final int SYSTEM_CODE_METHOD = 4;

  public static final int SYSTEM_CODE_BYTES = 8;

  private SystemCodeLayout() {}
}
