package io.ttalloc.it.packs.ways;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One way to open a resource that a pack tracks. It is created in a static initializer, as an
 * element of a list, with a lambda that opens the resource. {@link WayFinder} recognizes a way in a
 * stack by the lines of that lambda.
 *
 * @param facts the properties for the paper and the tests
 * @param types the types of the resources that the way leaves open, usually one
 * @param resources how many resources of these types are open after one call of {@link #open}
 * @param settles whether the kernel's descriptors are predictable: after {@link #open} only these
 *     resources have descriptors, and after the close none does
 * @param since the first JDK on which the way exists
 * @param closableSince the first JDK on which a program can close the resource
 * @param opening the code that opens the resource
 * @param listed the line of the way in the list
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
  /** The expected judgement on a resource that was left open. */
  public enum Judged {
    LEAK,
    /**
     * A leak while the program keeps the resource reachable. After the program has dropped the
     * resource, it is not a leak, by the policy of the pack.
     */
    LEAK_UNLESS_DROPPED,
    /** A leak that a thread of the JDK opens, with no line of the program on the stack. */
    LEAK_OF_NOBODY,
    /** Not a leak, by the policy of the pack. */
    NO_LEAK,
    /** The pack cannot see the resource, and says so. */
    NOT_FOUND
  }

  /**
   * The properties of a way.
   *
   * @param code the opening code, as the paper shows it
   * @param type the type that the pack gives to the resource, the first of {@link #types}
   * @param place the file or folder that must exist beforehand
   * @param judged the expected verdict when the resource is left open
   */
  public record Facts(String code, String type, Place place, Judged judged) {}

  /** Opens a resource. */
  @FunctionalInterface
  public interface Opening {
    /**
     * Opens the resource.
     *
     * @param place the path that {@link Place#prepare} has created
     * @return an object that closes the resource; a second close does nothing
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

  /** Marks a way whose resources stay open on earlier JDKs, because they cannot be closed there. */
  public Way closableSince(int closableSince) {
    return new Way(facts, types, resources, settles, since, closableSince, opening, listed);
  }

  /** Opens the resource at a place that {@link Place#prepare} has created. */
  public AutoCloseable open(Path place) throws Exception {
    return opening.open(place);
  }

  /** Keeps an object reachable that needs no close; closing the result does nothing. */
  public static AutoCloseable nothingOpen(Object kept) {
    record Ended(Object kept) implements AutoCloseable {
      @Override
      public void close() {}
    }

    return new Ended(kept);
  }

  /** Asserts that a call fails. */
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
