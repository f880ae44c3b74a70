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
   * @param tracked whether there is an agent with counters
   * @param message how to get more information, or why there are no counters
   * @param counters null if there are none
   */
  public record Answer(boolean tracked, String message, @Nullable AgentCounters counters) {}

  /** Returns the current counters. */
  @ReadOperation
  public Answer resources() {
    AgentBean.Reading reading = bean.reading();
    AgentCounters counters = reading.counters();
    return counters == null
        ? new Answer(false, reading.missing().message(), null)
        : new Answer(
            true,
            "tt-alloc dump %d shows where each open resource was opened, and which ones are leaks"
                .formatted(ProcessHandle.current().pid()),
            counters);
  }
}
