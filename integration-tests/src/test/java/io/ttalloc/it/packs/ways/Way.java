package io.ttalloc.it.packs.ways;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One way to open something that a pack tracks. It is made by the initializer of a class, as an
 * element of a list, and opens with a lambda there: from the lines of that lambda, {@link
 * WayFinder} recognizes the way in a stack.
 *
 * @param facts the properties for the paper and the tests
 * @param types the types of the resources that it leaves open: mostly one
 * @param resources how many resources of these types are open after one call of {@link #open}
 * @param settles whether all else that it opens is closed when {@link #open} returns, and all when
 *     the close has: then the kernel's descriptors are known
 * @param since the first JDK that has it
 * @param closableSince the first JDK on which a program can close it
 * @param opening the code that opens it
 * @param listed where the list has it
 */
public record Way(
    Facts facts,
    List<String> types,
    int resources,
    boolean settles,
    int since,
    int closableSince,
    Opening opening,
    StackTraceElement listed) {
  /** The expected judgement on what was left open. */
  public enum Judged {
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
   * The properties of a way.
   *
   * @param code the opening code, as the paper shows it
   * @param type the type that the pack gives it, the first of {@link #types}
   * @param place the file or folder that must exist before
   * @param judged how it is judged when it is left open
   */
  public record Facts(String code, String type, Place place, Judged judged) {}

  /** Opens something. */
  @FunctionalInterface
  public interface Opening {
    /**
     * Opens it.
     *
     * @param place the path that {@link Place#prepare} has made
     * @return an object that closes it; closing twice does nothing
     */
    AutoCloseable open(Path place) throws Exception;
  }

  /** A way that leaves one resource open, which is a leak. */
  public static Way way(String code, String type, Place place, Opening opening) {
    Facts facts = new Facts(code, type, place, Judged.LEAK);
    return new Way(facts, List.of(type), 1, true, 0, 0, opening, listing());
  }

  /** A way that needs no place. */
  public static Way way(String code, String type, Opening opening) {
    return way(code, type, Place.NOTHING, opening);
  }

  private static StackTraceElement listing() {
    return StackWalker.getInstance()
        .walk(frames -> frames.filter(Way::isInitializer).findFirst().orElseThrow())
        .toStackTraceElement();
  }

  private static boolean isInitializer(StackWalker.StackFrame frame) {
    return frame.getMethodName().equals("<clinit>");
  }

  public Way judged(Judged judged) {
    Facts other = new Facts(facts.code(), facts.type(), facts.place(), judged);
    return new Way(other, types, resources, settles, since, closableSince, opening, listed);
  }

  public Way types(List<String> types) {
    return new Way(facts, types, resources, settles, since, closableSince, opening, listed);
  }

  public Way resources(int resources) {
    return new Way(facts, types, resources, settles, since, closableSince, opening, listed);
  }

  public Way unsettled() {
    return new Way(facts, types, resources, false, since, closableSince, opening, listed);
  }

  public Way since(int since) {
    return new Way(facts, types, resources, settles, since, closableSince, opening, listed);
  }

  /** A way whose resources an earlier JDK has no call to close: there they are left open. */
  public Way closableSince(int closableSince) {
    return new Way(facts, types, resources, settles, since, closableSince, opening, listed);
  }

  /** Opens it at a place that {@link Place#prepare} has made. */
  public AutoCloseable open(Path place) throws Exception {
    return opening.open(place);
  }

  /** Something that is closed already, or has nothing to close, and stays reachable. */
  public static AutoCloseable nothingOpen(Object kept) {
    record Ended(Object kept) implements AutoCloseable {
      @Override
      public void close() {}
    }

    return new Ended(kept);
  }

  /** A call that has to fail. */
  public static void fails(Failing call) throws Exception {
    try {
      call.run();
    } catch (IOException expected) {
      return;
    }
    throw new AssertionError("did not fail");
  }

  /** Code that may throw. */
  public interface Failing {
    void run() throws Exception;
  }
}
