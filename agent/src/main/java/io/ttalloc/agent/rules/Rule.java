package io.ttalloc.agent.rules;

import io.ttalloc.yaml.Position;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to track in the classes of one pattern. The clauses are explained, each with an example, in
 * {@code docs/rules.md}; a list whose clause was not given is empty.
 *
 * @param classes which classes
 * @param subtypes whether classes that extend or implement one of {@code classes} are meant too
 * @param type name of the resource type in reports; not null if {@code open} is not empty
 * @param open methods that open a resource: a static one its result, others {@code this}
 * @param close methods that close {@code this}
 * @param idempotent whether a second close is no misuse
 * @param use methods that a closed resource must not get
 * @param reclaim methods in which a close is a reclaimer's, not the program's own
 * @param attributes what to record when a resource opens
 * @param holder whether the resource is a cache or pool, and so never a leak itself
 * @param scope methods during which whatever the thread opens belongs to {@code this}
 * @param freesOwned whether closing {@code this} closes what it owns
 * @param freedBy the call that frees the resource or, of a holder, what it holds, as reports are to
 *     name it: {@code clear()} on the resource, {@code owner.clear()} on what owns it
 * @param holds methods by which {@code this} takes a resource in
 * @param drops methods by which {@code this} gives resources up
 * @param infrastructure methods during which whatever the thread opens is the system's own
 * @param cycles methods whose return ends a cycle
 * @param statistics where the allocator's own numbers are read
 * @param sites method name to the name of that call site in reports
 * @param position where the rule's {@code class} was written
 */
public record Rule(
    ClassPattern classes,
    boolean subtypes,
    @Nullable String type,
    List<MethodPattern> open,
    List<MethodPattern> close,
    boolean idempotent,
    List<MethodPattern> use,
    List<MethodPattern> reclaim,
    Attributes attributes,
    boolean holder,
    List<MethodPattern> scope,
    boolean freesOwned,
    @Nullable String freedBy,
    List<Hold> holds,
    List<Drop> drops,
    List<MethodPattern> infrastructure,
    List<Cycle> cycles,
    @Nullable Statistics statistics,
    Map<String, String> sites,
    Position position) {

  /** Consequence of a problem inside one rule: the file's other rules still apply. */
  public static final String DROPPED = "this rule is dropped";

  public Rule {
    open = List.copyOf(open);
    close = List.copyOf(close);
    use = List.copyOf(use);
    reclaim = List.copyOf(reclaim);
    scope = List.copyOf(scope);
    holds = List.copyOf(holds);
    drops = List.copyOf(drops);
    infrastructure = List.copyOf(infrastructure);
    cycles = List.copyOf(cycles);
    // Not Map.copyOf: its order differs from run to run.
    sites = Collections.unmodifiableMap(new LinkedHashMap<>(sites));
  }

  /** A rule that knows nothing of resources: some methods of a class end cycles. */
  public static Rule ofCycles(ClassPattern classes, List<Cycle> cycles, Position position) {
    return new Rule(
        classes,
        false,
        null,
        List.of(),
        List.of(),
        true,
        List.of(),
        List.of(),
        Attributes.NONE,
        false,
        List.of(),
        false,
        null,
        List.of(),
        List.of(),
        List.of(),
        cycles,
        null,
        Map.of(),
        position);
  }

  /**
   * What to record of a resource; null means not known.
   *
   * @param bytes its size
   * @param extent bytes that it takes at its address, per bank; by default its bytes
   * @param address where it lies
   * @param device number of the device
   * @param space name of the memory space
   * @param session name of the session of the device
   * @param owns whether it owns its memory; null means true
   * @param shared whether several may lie at one address in time; null means false
   * @param label what people call this one, for example a path
   */
  public record Attributes(
      @Nullable Value bytes,
      @Nullable Value extent,
      @Nullable Value address,
      @Nullable Value device,
      @Nullable Value space,
      @Nullable Value session,
      @Nullable Value owns,
      @Nullable Value shared,
      @Nullable Value label) {

    /** No attribute at all. */
    public static final Attributes NONE =
        new Attributes(null, null, null, null, null, null, null, null, null);
  }

  /**
   * A method by which {@code this} takes a resource in and re-owns it.
   *
   * @param resource what it takes in
   * @param entry what the cache calls it, null if it has no name for it
   */
  public record Hold(MethodPattern method, Value resource, @Nullable Value entry) {}

  /**
   * A method by which {@code this} gives up what it holds.
   *
   * @param resource which one; null means everything that {@code this} holds
   */
  public record Drop(MethodPattern method, @Nullable Value resource) {}

  /**
   * A method whose return ends a cycle.
   *
   * @param name what the cycle is called; null means by the method's name
   */
  public record Cycle(MethodPattern method, @Nullable Value name) {}

  /**
   * A static no-argument method of the class that returns an Iterable or an array of objects, one
   * for each device, session and space; the values are read from each of them.
   */
  public record Statistics(
      MethodPattern method,
      @Nullable Value device,
      @Nullable Value session,
      @Nullable Value space,
      Value allocated,
      @Nullable Value free,
      @Nullable Value largestFree) {}
}
