package io.ttalloc.points;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Operations that two or three threads of the application do at once.
 *
 * @param fewer by how many preemptions it has fewer than usual, since its executions are many or
 *     long
 * @param prepare on a thread of its own
 * @param before what each thread does before it is controlled
 * @param acts what the threads do
 */
record Race(
    String name,
    Needs needs,
    int fewer,
    Scenario.Step prepare,
    List<Scenario.Step> before,
    List<Scenario.Step> acts) {

  /**
   * The supply of the ledger that an execution needs fresh, because earlier executions used it up.
   */
  enum Needs {
    NOTHING(2048),

    /** Threads that have no slots of their own yet. */
    SLOTS(2048),

    /** Names of types and places that the ledger does not have yet. */
    NAMES(96),

    /** A stack that nothing was opened from yet, which takes a new ledger. */
    STACKS(1);

    /** After how many executions a fresh ledger is needed. */
    final int schedules;

    Needs(int schedules) {
      this.schedules = schedules;
    }
  }

  static Race of(String name, Scenario.Step prepare, Scenario.Step... acts) {
    List<Scenario.Step> nothing = Collections.nCopies(acts.length, world -> {});
    int fewer = acts.length - 2;
    return new Race(name, Needs.NOTHING, fewer, prepare, nothing, List.of(acts));
  }

  /** The same race, in which the first thread does something beforehand. */
  Race after(Scenario.Step first) {
    List<Scenario.Step> steps = new ArrayList<>(before);
    steps.set(0, first);
    return new Race(name, needs, fewer, prepare, steps, acts);
  }

  Race withoutSlots() {
    return new Race(name, Needs.SLOTS, fewer, prepare, before, acts);
  }

  /** The same race with one preemption fewer: each one adds very many executions. */
  Race withFewerPreemptions() {
    return new Race(name, needs, fewer + 1, prepare, before, acts);
  }

  Race withNewNames() {
    return new Race(name, Needs.NAMES, fewer, prepare, before, acts);
  }

  Race withNewStacks() {
    return new Race(name, Needs.STACKS, fewer, prepare, before, acts);
  }

  /** Whether its executions are many, or each of them takes long. */
  boolean isLong() {
    return acts.size() > 2 || needs == Needs.SLOTS || needs == Needs.STACKS;
  }

  @Override
  public String toString() {
    return name;
  }
}
