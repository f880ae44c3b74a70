package io.ttalloc.ledger.files;

/**
 * The names of the files with woven classes, which the agent stores in the directory for ledgers.
 */
public final class WovenFiles {
  public static final String PREFIX = "woven-";
  public static final String SUFFIX = ".classes";

  /** The suffix of a file that does not have its final name yet. */
  public static final String FRESH = ".new";

  private WovenFiles() {}

  /** Whether this is the name of a file with woven classes. */
  public static boolean isOne(String name) {
    return name.startsWith(PREFIX) && (name.endsWith(SUFFIX) || name.endsWith(FRESH));
  }
}
