package io.ttalloc.it.packs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One way to open something that a pack tracks. The constants of an enum, each with a class body:
 * the name of that class is in the stack of whatever the way has opened, and tells the ways apart.
 */
public interface Way {
  /** How a report is to judge what was left open. */
  enum Judged {
    LEAK,
    /**
     * A leak; but once the program has dropped it, a thread of its own uses it, so it is IN_USE.
     */
    LEAK_WHILE_KEPT,
    /** A leak; but once the program has dropped it, a finding that is none, as the policy says. */
    LEAK_UNLESS_DROPPED,
    /** A leak that a thread of the JDK has opened: no line of the program is on its stack. */
    LEAK_OF_NOBODY,
    /** A finding that is no leak, as the policy of the pack says. */
    NO_LEAK,
    /** The pack cannot see it, and says so. */
    NOT_FOUND
  }

  /**
   * What is known of a way.
   *
   * @param code what opens it, as the paper shows it
   * @param type the type that the pack gives it, the first of {@link #types}
   * @param place what must be there before
   * @param judged how it is judged when it is left open
   */
  record Facts(String code, String type, Place place, Judged judged) {}

  /** What the paper and the tests have to know. */
  Facts facts();

  /** The first JDK that has it. */
  default int since() {
    return 0;
  }

  /** The types that the pack gives what it leaves open: mostly one. */
  default List<String> types() {
    return List.of(facts().type());
  }

  /** How many resources of these types are open after one call of {@link #open}. */
  default int resources() {
    return 1;
  }

  /**
   * Whether all else that it opens is closed when {@link #open} returns, and all when the close
   * has: then the kernel's descriptors are known.
   */
  default boolean settles() {
    return true;
  }

  /**
   * Opens it.
   *
   * @param place the path that {@link Place#prepare} has made
   * @return what closes it; closing it twice does nothing
   */
  AutoCloseable open(Path place) throws Exception;

  /** Something that is closed already, or has nothing to close, and stays reachable. */
  static AutoCloseable nothingOpen(Object kept) {
    record Ended(Object kept) implements AutoCloseable {
      @Override
      public void close() {}
    }

    return new Ended(kept);
  }

  /** A call that has to fail. */
  static void fails(Failing call) throws Exception {
    try {
      call.run();
    } catch (IOException expected) {
      return;
    }
    throw new AssertionError("did not fail");
  }

  /** What may throw. */
  interface Failing {
    void run() throws Exception;
  }
}
