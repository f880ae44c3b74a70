package io.ttalloc.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.ttalloc.testing.Await;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Tests when the meters exist, and which values the meters and the endpoint have. */
class ResourceMetersTest {
  private final MBeanServer server = MBeanServerFactory.newMBeanServer();

  /**
   * Simulates the start of an agent. Of its sockets, 4 were collected with nothing to close, and 3
   * were lost.
   */
  private SampleBean load() throws Exception {
    Map<String, @Nullable Object> values = SampleBean.zeroes();
    values.put("Opened", 30L);
    values.put("Closed", 11L);
    values.put("Open", 15L);
    values.put("Collected", 7L);
    values.put("Dropped", 2L);
    values.put("AttachedLate", true);
    values.put("SwitchedOff", true);
    values.put(
        "ByType",
        SampleBean.table(
            new Object[] {"socket", 20L, 6L, 7L, 10L}, new Object[] {"file", 10L, 5L, 0L, 5L}));
    SampleBean loaded = new SampleBean(values, null);
    assertThat(server.registerMBean(loaded, AgentBean.NAME)).isNotNull();
    return loaded;
  }

  private static Map<String, Double> values(MeterRegistry registry) {
    Map<String, Double> values = new TreeMap<>();
    for (Meter each : registry.getMeters()) {
      values.put(each.getId().getName() + each.getId().getTags(), ((Gauge) each).value());
    }
    return values;
  }

  private static boolean hasThread() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("tt-alloc meters"));
  }

  @Test
  void thereAreMetersByTypeAndVerdictWhileThereIsAnAgent() throws Exception {
    MeterRegistry registry = new SimpleMeterRegistry();
    try (ResourceMeters meters = new ResourceMeters(new AgentBean(server))) {
      meters.bindTo(registry);
      assertThat(values(registry)).isEmpty();
      assertThat(hasThread()).isFalse();

      SampleBean unused = load();
      Await.until(() -> registry.getMeters().size() == 4);
      assertThat(values(registry))
          .isEqualTo(
              Map.of(
                  "ttalloc.resources.open[tag(type=file)]", 5.0,
                  "ttalloc.resources.open[tag(type=socket)]", 10.0,
                  "ttalloc.resources.leaks[tag(type=file), tag(verdict=LOST)]", 0.0,
                  "ttalloc.resources.leaks[tag(type=socket), tag(verdict=LOST)]", 3.0));

      server.unregisterMBean(AgentBean.NAME);
      Await.until(() -> registry.getMeters().isEmpty());
      Await.until(() -> !hasThread());

      SampleBean again = load();
      Await.until(() -> registry.getMeters().size() == 4);
      assertThat(again.readings()).isPositive();
    }
  }

  @Test
  void theEndpointShowsAllCounters() throws Exception {
    SampleBean unused = load();

    assertThat(new ResourcesEndpoint(new AgentBean(server)).resources())
        .isEqualTo(
            new ResourcesEndpoint.Answer(
                true,
                "tt-alloc dump %d shows where each open resource was opened, and which ones are leaks"
                    .formatted(ProcessHandle.current().pid()),
                new AgentCounters(
                    "/tmp/a.ledger",
                    30,
                    11,
                    15,
                    3,
                    2,
                    true,
                    true,
                    List.of(
                        new AgentCounters.OfType("file", 10, 5, 5, 0),
                        new AgentCounters.OfType("socket", 20, 6, 10, 3)))));
  }

  @Test
  void aReadingServesForASecondButNotWithoutAnAgent() throws Exception {
    SampleBean loaded = load();
    AgentBean bean = new AgentBean(server);

    Await.until(
        () -> {
          int before = loaded.readings();
          return bean.counters() != null && loaded.readings() == before;
        });
    server.unregisterMBean(AgentBean.NAME);
    assertThat(bean.counters()).isNull();
  }

  @Test
  void nothingKeepsMetersThatWereClosed() throws Exception {
    SampleBean unused = load();
    WeakReference<ResourceMeters> closed = openedAndClosed();

    Await.collecting(() -> closed.get() == null);
    assertThat(server.isRegistered(AgentBean.NAME)).isTrue();
  }

  private WeakReference<ResourceMeters> openedAndClosed() {
    ResourceMeters meters = new ResourceMeters(new AgentBean(server));
    meters.close();
    return new WeakReference<>(meters);
  }

  @Test
  void onlyAnApplicationThatExposesTheEndpointHasIt() {
    assertThat(beansOfAnApplicationThatExposes("resources"))
        .contains("ttAllocResourcesEndpoint", "ttAllocResourceMeters");
    assertThat(beansOfAnApplicationThatExposes("health"))
        .contains("ttAllocResourceMeters")
        .doesNotContain("ttAllocResourcesEndpoint");
  }

  private static List<String> beansOfAnApplicationThatExposes(String endpoint) {
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(
              new MapPropertySource(
                  "test", Map.of("management.endpoints.web.exposure.include", endpoint)));
      context.register(ResourcesAutoConfiguration.class);
      context.refresh();
      return List.of(context.getBeanDefinitionNames());
    }
  }
}
