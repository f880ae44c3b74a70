package io.ttalloc.points;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Operations that two or three threads of the application perform at the same time.
 *
 * @param fewer the number by which the maximum number of preemptions is reduced, because there are
 *     many executions or each of them takes long
 * @param prepare runs first, on a separate thread
 * @param before run by each thread before it is controlled
 * @param acts the operations of the threads
 */
record Race(
    String name,
    Needs needs,
    int fewer,
    Scenario.Step prepare,
    List<Scenario.Step> before,
    List<Scenario.Step> acts) {

  /**
   * The things that must be unused in the ledger when an execution begins. Since each execution
   * uses some of them, a new ledger is needed from time to time.
   */
  enum Needs {
    NOTHING(2048),

    /** Threads without slots. */
    SLOTS(2048),

    /** Names of types and spaces that are not in the ledger yet. */
    NAMES(96),

    /** A stack that has not opened anything yet. Each execution therefore needs a new ledger. */
    STACKS(1);

    /** The number of executions after which a new ledger is needed. */
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

  /** Returns this race with an operation that the first thread performs beforehand. */
  Race after(Scenario.Step first) {
    List<Scenario.Step> steps = new ArrayList<>(before);
    steps.set(0, first);
    return new Race(name, needs, fewer, prepare, steps, acts);
  }

  Race withoutSlots() {
    return new Race(name, Needs.SLOTS, fewer, prepare, before, acts);
  }

  /**
   * Returns this race with one preemption fewer. Each preemption multiplies the number of
   * executions.
   */
  Race withFewerPreemptions() {
    return new Race(name, needs, fewer + 1, prepare, before, acts);
  }

  Race withNewNames() {
    return new Race(name, Needs.NAMES, fewer, prepare, before, acts);
  }

  Race withNewStacks() {
    return new Race(name, Needs.STACKS, fewer, prepare, before, acts);
  }

  /** Whether this race has many executions, or each of them takes long. */
  boolean isLong() {
    return acts.size() > 2 || needs == Needs.SLOTS || needs == Needs.STACKS;
  }

  @Override
  public String toString() {
    return name;
  }
}
