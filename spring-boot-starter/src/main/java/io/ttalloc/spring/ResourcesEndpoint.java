package io.ttalloc.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The actuator endpoint {@code resources}, which shows the agent's counters. Thread-safe. */
@Endpoint(id = "resources")
public final class ResourcesEndpoint {
  private final AgentBean bean;

  ResourcesEndpoint(AgentBean bean) {
    this.bean = bean;
  }

  /**
   * The response of the endpoint.
   *
   * @param tracked whether an agent tracks resources in this process
   * @param message how to get more information
   * @param counters null if nothing is tracked
   */
  public record Answer(boolean tracked, String message, @Nullable AgentCounters counters) {}

  /** Returns the current counters. */
  @ReadOperation
  public Answer resources() {
    AgentCounters counters = bean.counters();
    return counters == null
        ? new Answer(
            false,
            "nothing is tracked in this JVM: start it with -javaagent:tt-alloc-agent.jar and the"
                + " variable TT_ALLOC_TRACKING_ENABLED=1",
            null)
        : new Answer(
            true,
            "tt-alloc dump %d reports who opened what is open, and which of it are leaks"
                .formatted(ProcessHandle.current().pid()),
            counters);
  }
}
