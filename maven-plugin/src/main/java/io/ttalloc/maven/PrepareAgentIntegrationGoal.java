package io.ttalloc.maven;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/**
 * Adds the agent to the flags of the JVMs in which Failsafe runs tests. The ledgers of unit and
 * integration tests are judged together.
 */
@Mojo(
    name = "prepare-agent-integration",
    defaultPhase = LifecyclePhase.PRE_INTEGRATION_TEST,
    threadSafe = true)
public class PrepareAgentIntegrationGoal extends PrepareAgentGoal {}
