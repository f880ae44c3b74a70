package io.ttalloc.it.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.SharedDemoRuns;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.ClassLoadLog;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests when the agent does and does not register its management bean, and that the agent needs
 * neither beans nor the Flight Recorder. {@code LedgerBeanIT} tests that a detach unregisters the
 * bean.
 */
@Variant
class BeanRegistrationIT {
  private static final String BEAN = "io.ttalloc.agent.jmx.LedgerBean";

  @TempDir private Path folder;

  private void allowEnd() throws IOException {
    Files.createFile(folder.resolve("end"));
  }

  @OneJdk
  void aProgramWithoutBeansAndRecordingsLoadsNothingOfThem(Jdk jdk) throws Exception {
    assertThat(SharedDemoRuns.of(jdk, "mesh").classes().names())
        .contains("io.ttalloc.agent.jmx.BeanStart", "io.ttalloc.agent.loading.LoadWatch")
        .doesNotContain(BEAN, "io.ttalloc.agent.flight.FlightEvents")
        .noneMatch(name -> name.startsWith("javax.management."))
        .noneMatch(name -> name.startsWith("java.lang.management."))
        .noneMatch(name -> name.startsWith("jdk.jfr."));
  }

  /**
   * The agent neither creates an MBean server nor initializes the logging of the JDK before the
   * host does.
   */
  @OneJdk
  void aHostChoosesItsLogManagerAndItsBuilderOfServers(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(OpenHandles.RULES);
    JvmResult result = tracked.on(jdk).main(HostWithOwnServer.class).run().expectSuccess();

    assertThat(result.out().lines())
        .containsExactly(
            "tracked " + OpenHandles.Handle.SIZE,
            "servers 1",
            "built by the host 1",
            "loggers OwnLogManager",
            "opened 1",
            "at the server of the host false");
  }

  @OneJdk
  void aJavaWithoutManagementAndTheRecorderMissesNothing(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(OpenHandles.RULES);
    allowEnd();
    JvmResult result =
        tracked
            .on(jdk)
            .jvmFlags("--limit-modules=java.base,java.instrument,jdk.unsupported")
            .main(OpenHandles.class, folder.toString())
            .run()
            .expectSuccess();
    assertThat(result.err()).doesNotContain("bean", "jdk.jfr", "jdk/jfr", "NoClassDefFoundError");
    assertThat(tracked.json().total("opened")).isEqualTo(OpenHandles.OPENED);
  }

  @OneJdk
  void afterDetachItIsNotRegistered(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(OpenHandles.RULES);
    ClassLoadLog log = new ClassLoadLog(folder.resolve("classes.log"));
    TestJvm jvm = tracked.on(jdk).jvmFlags(log.flag()).main(OpenHandles.class, folder.toString());
    try (RunningJvm running = jvm.start()) {
      running.awaitLine("^opened$");
      Monitor.here("detach", Long.toString(running.pid())).expectSuccess();
      try (BeanClient client = BeanClient.connect(running)) {
        assertThat(client.hasBean()).isFalse();
      }
      allowEnd();
      running.awaitEnd().expectSuccess();
    }
    assertThat(log.names()).contains("com.sun.jmx.mbeanserver.JmxMBeanServer").doesNotContain(BEAN);
  }
}
