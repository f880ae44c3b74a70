package io.ttalloc.it.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
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
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests when the agent does and does not register its management bean, and that the agent needs
 * neither beans nor the Flight Recorder.
 */
@Variant
class BeanRegistrationIT {
  private static final String BEAN = " io.ttalloc.agent.jmx.LedgerBean ";

  @TempDir private Path folder;

  private List<String> loaded() throws IOException {
    return Files.readAllLines(folder.resolve("classes.log"));
  }

  private TestJvm logging(TestJvm jvm) {
    return jvm.jvmFlags("-Xlog:class+load:file=" + folder.resolve("classes.log"));
  }

  private void allowEnd() throws IOException {
    Files.createFile(folder.resolve("end"));
  }

  @OneJdk
  void aProgramWithoutBeansAndRecordingsLoadsNothingOfThem(Jdk jdk) throws Exception {
    logging(TrackedRun.in(folder).on(jdk)).demo("mesh").run().expectSuccess();

    assertThat(loaded())
        .anyMatch(line -> line.contains(" io.ttalloc.agent.jmx.BeanStart "))
        .noneMatch(line -> line.contains(" javax.management."))
        .noneMatch(line -> line.contains(" java.lang.management."))
        .noneMatch(line -> line.contains(BEAN))
        .anyMatch(line -> line.contains(" io.ttalloc.agent.loading.LoadWatch "))
        .noneMatch(line -> line.contains(" jdk.jfr."))
        .noneMatch(line -> line.contains(" io.ttalloc.agent.flight.FlightEvents "));
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
  void detachTakesItBack(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(OpenHandles.RULES);
    try (RunningJvm running = tracked.on(jdk).main(OpenHandles.class, folder.toString()).start()) {
      running.awaitLine("^opened$");
      try (BeanClient client = BeanClient.connectToBean(running)) {
        assertThat(client.number("Opened")).isEqualTo(OpenHandles.OPENED);
        detach(running).expectSuccess();
        assertThat(client.hasBean()).isFalse();
      }
    }
  }

  @OneJdk
  void afterDetachItIsNotRegistered(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(OpenHandles.RULES);
    TestJvm jvm = logging(tracked.on(jdk)).main(OpenHandles.class, folder.toString());
    try (RunningJvm running = jvm.start()) {
      running.awaitLine("^opened$");
      detach(running).expectSuccess();
      try (BeanClient client = BeanClient.connect(running)) {
        assertThat(client.hasBean()).isFalse();
      }
      allowEnd();
      running.awaitEnd().expectSuccess();
    }
    assertThat(loaded())
        .anyMatch(line -> line.contains(" com.sun.jmx.mbeanserver.JmxMBeanServer "))
        .noneMatch(line -> line.contains(BEAN));
  }

  private static JvmResult detach(RunningJvm running) {
    return Monitor.here("detach", Long.toString(running.pid()));
  }
}
