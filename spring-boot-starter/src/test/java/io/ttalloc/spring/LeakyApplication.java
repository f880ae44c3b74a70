package io.ttalloc.spring;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.ttalloc.testing.Await;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * A web application that drops three open files, keeps one, and serves its meters and endpoints. It
 * waits until the meters show that three were lost, and prints {@code port N}.
 */
public final class LeakyApplication {
  static final int LOST = 3;
  private static final List<FileInputStream> KEPT = new ArrayList<>();

  private LeakyApplication() {}

  /**
   * A nested configuration, because otherwise Spring would use all configurations in this package.
   */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Setup {}

  static final class Stream extends FileInputStream {
    Stream(Path file) throws IOException {
      super(file.toFile());
    }
  }

  public static void main(String[] arguments) throws Exception {
    SpringApplication application = new SpringApplication(Setup.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", "0",
            "server.address", "127.0.0.1",
            "management.endpoints.web.exposure.include", "*"));
    ConfigurableApplicationContext context = application.run();
    Path file = Files.createTempFile("leaky", null);
    KEPT.add(new Stream(file));
    for (int i = 0; i < LOST; i++) {
      new Stream(file).read();
    }
    Files.delete(file);
    MeterRegistry meters = context.getBean(MeterRegistry.class);
    Await.collecting(
        () -> {
          Gauge lost = meters.find("ttalloc.resources.leaks").tag("type", "stream").gauge();
          return lost != null && lost.value() == LOST;
        });
    // Read from the environment, because in Spring Boot 4 the class that provides the port is in a
    // different package.
    System.out.println("port " + context.getEnvironment().getProperty("local.server.port"));
  }
}
