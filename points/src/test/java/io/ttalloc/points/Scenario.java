package io.ttalloc.points;

/**
 * An operation of the application, and the steps before it.
 *
 * @param stacks whether opening stacks are captured
 * @param onFirstHook whether the operation calls the first hook of its thread, so that the
 *     preparation must run on another thread
 */
record Scenario(String name, boolean stacks, boolean onFirstHook, Step prepare, Step act) {
  /** A step of the application. */
  interface Step {
    void in(World world) throws Exception;
  }

  static Scenario of(String name, Step prepare, Step act) {
    return new Scenario(name, false, false, prepare, act);
  }

  Scenario withStacks() {
    return new Scenario(name, true, onFirstHook, prepare, act);
  }

  Scenario byAThreadThatIsNew() {
    return new Scenario(name, stacks, true, prepare, act);
  }

  @Override
  public String toString() {
    return name;
  }
}
