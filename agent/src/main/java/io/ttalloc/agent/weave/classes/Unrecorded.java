package io.ttalloc.agent.weave.classes;

import io.ttalloc.probe.Probe;
import io.ttalloc.probe.hook.Task;

/**
 * Work whose openings and closes are the agent's. A class of its own, since a class that refers to
 * {@link Task} cannot be loaded before tracking has started.
 */
public final class Unrecorded implements Task {
  private final Work work;

  private Unrecorded(Work work) {
    this.work = work;
  }

  /**
   * Does the work, and records none of its openings and closes. To be called once tracking has
   * started.
   */
  public static void run(Work work) {
    Probe.unseen(new Unrecorded(work));
  }

  @Override
  public void run() {
    work.run();
  }
}
