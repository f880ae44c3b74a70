package io.ttalloc.spring;

import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.management.ManagementFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Adds the meters to an application with Micrometer, and the endpoint to one with the actuator. */
@AutoConfiguration
public class ResourcesAutoConfiguration {
  /** Called by Spring. */
  public ResourcesAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  AgentBean ttAllocAgentBean() {
    return new AgentBean(ManagementFactory.getPlatformMBeanServer());
  }

  /** A separate class, since an application may have only one of Micrometer and the actuator. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterBinder.class)
  static class Meters {
    @Bean
    @ConditionalOnMissingBean
    ResourceMeters ttAllocResourceMeters(AgentBean bean) {
      return new ResourceMeters(bean);
    }
  }

  /** A separate class, since an application may have only one of Micrometer and the actuator. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
  static class Endpoints {
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    ResourcesEndpoint ttAllocResourcesEndpoint(AgentBean bean) {
      return new ResourcesEndpoint(bean);
    }
  }
}
