package io.ttalloc.it.packs;

import java.nio.file.Path;

/**
 * One way to open something that a pack tracks. The constants of an enum, each with a class body:
 * the name of that class is in the stack of whatever the way has opened, and tells the ways apart.
 */
interface Way {
  /** How a report is to judge what was left open. */
  enum Judged {
    LEAK,
    /** A finding that is no leak, as the policy of the pack says. */
    NO_LEAK,
    /** The pack cannot see it, and says so. */
    NOT_FOUND
  }

  /** The code that opens it, as the paper shows it. */
  String code();

  /** The type that the pack gives it. */
  String type();

  /** What must be there before. */
  Place place();

  /** How it is judged when it is left open. */
  Judged judged();

  /** How many resources of this type one call of {@link #open} opens. */
  default int resources() {
    return 1;
  }

  /**
   * Opens it.
   *
   * @param place the path that {@link Place#prepare} has made
   * @return what closes it; closing it twice does nothing
   */
  AutoCloseable open(Path place) throws Exception;
}
