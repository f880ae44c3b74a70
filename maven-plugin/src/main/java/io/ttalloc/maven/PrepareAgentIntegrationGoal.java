package io.ttalloc.maven;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Does the same for Failsafe. The ledgers of unit and integration tests are judged together. */
@Mojo(
    name = "prepare-agent-integration",
    defaultPhase = LifecyclePhase.PRE_INTEGRATION_TEST,
    threadSafe = true)
public class PrepareAgentIntegrationGoal extends PrepareAgentGoal {}
