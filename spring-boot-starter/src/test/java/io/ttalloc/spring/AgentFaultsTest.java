package io.ttalloc.spring;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Tests beans that the starter cannot read: there must be no meters, and a single log line must
 * give the reason.
 */
class AgentFaultsTest {
  private final MBeanServer server = MBeanServerFactory.newMBeanServer();

  private void register(Map<String, @Nullable Object> values, @Nullable String unreadable)
      throws Exception {
    assertThat(server.registerMBean(new SampleBean(values, unreadable), AgentBean.NAME))
        .isNotNull();
  }

  private void assertSays(String message, String... warnings) {
    Logger log = (Logger) LoggerFactory.getLogger(AgentBean.class);
    ListAppender<ILoggingEvent> logged = new ListAppender<>();
    logged.start();
    log.addAppender(logged);
    try {
      assertAnswers(message);
    } finally {
      log.detachAppender(logged);
    }
    assertThat(logged.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(warnings);
    assertThat(logged.list).allMatch(line -> line.getLevel() == Level.WARN);
  }

  /** Checks that the starter warns only once, even though every reading fails. */
  private void assertWarns(String message) {
    assertSays(message, "tt-alloc: " + message);
  }

  private void assertAnswers(String message) {
    AgentBean bean = new AgentBean(server);
    try (ResourceMeters meters = new ResourceMeters(bean)) {
      SimpleMeterRegistry registry = new SimpleMeterRegistry();
      meters.bindTo(registry);
      assertThat(registry.getMeters()).isEmpty();
    }
    ResourcesEndpoint.Answer answer = new ResourcesEndpoint(bean).resources();
    assertThat(answer.tracked()).isFalse();
    assertThat(answer.counters()).isNull();
    assertThat(answer.message()).isEqualTo(message);
  }

  @Test
  void withoutAnAgentNothingIsTracked() {
    assertSays(
        "nothing is tracked in this JVM: start it with -javaagent:tt-alloc-agent.jar and the"
            + " environment variable TT_ALLOC_TRACKING_ENABLED=1");
  }

  @Test
  void anAgentWithoutAnAttributeIsOfAnotherVersion() throws Exception {
    register(SampleBean.zeroes(), null);

    assertWarns(
        "no counters: the versions of the agent and of tt-alloc-spring-boot-starter differ"
            + " (there is no attribute ByType); use the same version of both");
  }

  @Test
  void anAgentWithAttributesOfOtherTypesIsOfAnotherVersion() throws Exception {
    Map<String, @Nullable Object> values = SampleBean.zeroes();
    values.put("ByType", "a table");
    register(values, null);

    assertWarns(
        "no counters: the versions of the agent and of tt-alloc-spring-boot-starter differ"
            + " (attributes have unexpected types); use the same version of both");
  }

  @Test
  void anAgentWithAnAttributeWithoutAValueIsOfAnotherVersion() throws Exception {
    Map<String, @Nullable Object> values = SampleBean.zeroes();
    values.put("ByType", null);
    register(values, null);

    assertWarns(
        "no counters: the versions of the agent and of tt-alloc-spring-boot-starter differ"
            + " (the attribute ByType is null); use the same version of both");
  }

  @Test
  void aLedgerThatCannotBeReadIsNoMissingAgent() throws Exception {
    register(SampleBean.zeroes(), "the ledger cannot be read: it is truncated");

    assertWarns("no counters: the ledger cannot be read: it is truncated");
  }
}
