package io.ttalloc.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.ledger.attach.AttachRequest;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests requests that are rejected before any process is examined; integration tests cover the
 * rest.
 */
class AgentLoaderTest {
  @TempDir private Path proc;

  private final StringWriter notes = new StringWriter();

  /**
   * Sends a request to a process that does not exist, so that any attempt to examine the process
   * would fail.
   */
  private void ask(Path agent) throws AttachException {
    AttachRequest request =
        new AttachRequest(AttachRequest.Action.ATTACH, "1", 7, "/", "", Map.of());
    AgentLoader.Loaded unused =
        new AgentLoader(agent, new PrintWriter(notes)).ask(new ProcessFacts(7, proc), request);
  }

  @Test
  void anAgentWhosePathCannotBeSentIsNotLoaded() {
    assertThatThrownBy(() -> ask(Path.of("/opt/tt=alloc/agent.jar")))
        .isInstanceOf(AttachException.class)
        .hasMessage(
            "the path /opt/tt=alloc/agent.jar contains '=', at which a JVM would cut it off; move tt-alloc to a path without '='");
    assertThatThrownBy(() -> ask(Path.of("/opt/tt-alloc/agent.jar")))
        .isInstanceOf(AttachException.class)
        .hasMessageStartingWith(
            "attaching requires Linux, but " + proc + " does not exist on this system; ");
    assertThat(notes.toString()).isEmpty();
  }
}
