package io.ttalloc.ledger.files;

/** The names of the files with woven classes that the agent keeps beside ledgers. */
public final class WovenFiles {
  public static final String PREFIX = "woven-";
  public static final String SUFFIX = ".classes";

  /** The suffix of a file that has not got its final name yet. */
  public static final String FRESH = ".new";

  private WovenFiles() {}

  /** Whether this is the name of such a file. */
  public static boolean isOne(String name) {
    return name.startsWith(PREFIX) && (name.endsWith(SUFFIX) || name.endsWith(FRESH));
  }
}
