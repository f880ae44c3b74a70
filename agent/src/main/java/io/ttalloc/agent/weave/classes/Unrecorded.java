package io.ttalloc.agent.weave.classes;

import io.ttalloc.probe.Probe;
import io.ttalloc.probe.hook.Task;

/**
 * A task whose openings and closes are not recorded, since they are the agent's own. This is a
 * separate class, since a class that refers to {@link Task} cannot be loaded before tracking has
 * started.
 */
public final class Unrecorded implements Task {
  private final Work work;

  private Unrecorded(Work work) {
    this.work = work;
  }

  /**
   * Runs a task without recording its openings and closes. Must be called only after tracking has
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
