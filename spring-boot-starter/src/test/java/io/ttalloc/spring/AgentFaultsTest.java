package io.ttalloc.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What the starter does with a bean that it cannot read: there are no meters, and one line says
 * why.
 */
class AgentFaultsTest {
  private final MBeanServer server = MBeanServerFactory.newMBeanServer();

  /** A bean with any attributes, or one that cannot read its ledger. */
  private static final class Bean implements DynamicMBean {
    private final Map<String, Object> values;
    private final @Nullable String unreadable;

    Bean(Map<String, Object> values, @Nullable String unreadable) {
      this.values = values;
      this.unreadable = unreadable;
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException, MBeanException {
      if (unreadable != null) {
        throw new MBeanException(new IOException(unreadable));
      }
      Object value = values.get(name);
      if (value == null) {
        throw new AttributeNotFoundException("there is no attribute " + name);
      }
      return value;
    }

    @Override
    public AttributeList getAttributes(String[] names) {
      AttributeList found = new AttributeList();
      for (String name : names) {
        if (unreadable == null && values.containsKey(name)) {
          found.add(new Attribute(name, values.get(name)));
        }
      }
      return found;
    }

    @Override
    public void setAttribute(Attribute attribute) {
      throw new UnsupportedOperationException();
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Object invoke(String action, Object[] parameters, String[] signature) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MBeanInfo getMBeanInfo() {
      return new MBeanInfo(Bean.class.getName(), "", null, null, null, null);
    }
  }

  private void register(Map<String, Object> values, @Nullable String unreadable) throws Exception {
    assertThat(server.registerMBean(new Bean(values, unreadable), AgentBean.NAME)).isNotNull();
  }

  private static Map<String, Object> counters() {
    Map<String, Object> values = new TreeMap<>();
    for (String name : new String[] {"Opened", "Closed", "Open", "Collected", "Dropped"}) {
      values.put(name, 0L);
    }
    values.put("Ledger", "/tmp/a.ledger");
    values.put("AttachedLate", false);
    values.put("SwitchedOff", false);
    return values;
  }

  private void assertSays(String message) {
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
            + " variable TT_ALLOC_TRACKING_ENABLED=1");
  }

  @Test
  void anAgentWithoutAnAttributeIsOfAnotherVersion() throws Exception {
    register(counters(), null);

    assertSays(
        "no counters: the versions of the agent and of tt-alloc-spring-boot-starter differ"
            + " (there is no attribute ByType), expected the same");
  }

  @Test
  void anAgentWithAttributesOfOtherTypesIsOfAnotherVersion() throws Exception {
    Map<String, Object> values = counters();
    values.put("ByType", "a table");
    register(values, null);

    assertSays(
        "no counters: the versions of the agent and of tt-alloc-spring-boot-starter differ"
            + " (its attributes have other types), expected the same");
  }

  @Test
  void aLedgerThatCannotBeReadIsNoMissingAgent() throws Exception {
    register(counters(), "the ledger cannot be read: it is truncated");

    assertSays("no counters: the ledger cannot be read: it is truncated");
  }
}
