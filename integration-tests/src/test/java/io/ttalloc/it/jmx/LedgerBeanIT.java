package io.ttalloc.it.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.Mark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.io.TempDir;

/** Tests the management bean of the ledger with a client that connects as JConsole does. */
class LedgerBeanIT {

  @TempDir private Path folder;

  private static RunningJvm start(TestJvm jvm, Path folder) throws InterruptedException {
    RunningJvm running = jvm.main(OpenHandles.class, folder.toString()).start();
    running.awaitLine("^opened$");
    return running;
  }

  @EveryJdk
  void aClientSeesTheCountsWritesReportsAndSetsMarksUntilTheAgentIsDetached(Jdk jdk)
      throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(OpenHandles.RULES);
    try (RunningJvm running = start(tracked.on(jdk), folder);
        BeanClient client = BeanClient.connectToBean(running)) {
      assertThat(client.number("Opened")).isEqualTo(OpenHandles.OPENED);
      assertThat(client.number("Closed")).isEqualTo(OpenHandles.CLOSED);
      assertThat(client.number("Open")).isEqualTo(OpenHandles.OPENED - OpenHandles.CLOSED);
      assertThat(client.number("Collected")).isZero();
      assertThat(client.number("Dropped")).isZero();
      assertThat(client.number("DeviceBytes")).isZero();
      assertThat(client.attribute("Ledger"))
          .isEqualTo(tracked.ledgers().ledgers().get(0).toString());
      assertThat(client.attribute("AttachedLate")).isEqualTo(false);
      assertThat(client.attribute("SwitchedOff")).isEqualTo(false);
      CompositeData row = ((TabularData) client.attribute("ByType")).get(new Object[] {"handle"});
      assertThat(row.getAll(new String[] {"opened", "closed", "collected", "open"}))
          .containsExactly(5L, 3L, 0L, 2L);
      describesItselfInOpenTypes(client);
      writesReportsToNewFilesAndSetsMarks(tracked, client);
      detachTakesItBack(running, client);
    }
  }

  private static void detachTakesItBack(RunningJvm running, BeanClient client) throws IOException {
    assertThat(client.hasBean()).isTrue();
    Monitor.here("detach", Long.toString(running.pid())).expectSuccess();
    assertThat(client.hasBean()).isFalse();
  }

  private void writesReportsToNewFilesAndSetsMarks(TrackedRun tracked, BeanClient client)
      throws Exception {
    Path ledgers = Path.of((String) client.attribute("Ledger")).getParent();
    Path json = ledgers.resolve("by-bean.json");
    assertThat(client.invoke("dump", "by-bean.json")).isEqualTo(json.toString());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(json)))
        .isEqualTo("rw-------");
    JsonReport report = JsonReport.read(json);
    assertThat(report.total("opened")).isEqualTo(client.number("Opened"));
    assertThat(report.total("closed")).isEqualTo(client.number("Closed"));
    assertThat(report.total("liveBytes")).isEqualTo(2 * OpenHandles.Handle.SIZE);
    assertThat(report.findings().get(0).get("verdict").getAsString()).isEqualTo("OPEN");

    Path notOurs = Files.writeString(ledgers.resolve("precious.html"), "precious");
    Path link = Files.createSymbolicLink(ledgers.resolve("link.txt"), folder.resolve("new.txt"));
    for (Path there : List.of(json, notOurs, link)) {
      assertThatThrownBy(() -> client.invoke("dump", there.getFileName().toString()))
          .isInstanceOf(MBeanException.class)
          .hasRootCauseInstanceOf(IOException.class)
          .rootCause()
          .hasMessageContaining("it already exists");
    }
    assertThat(notOurs).hasContent("precious");
    assertThat(folder.resolve("new.txt")).doesNotExist();
    for (String elsewhere : List.of(folder + "/x.txt", "../x.txt")) {
      assertThatThrownBy(() -> client.invoke("dump", elsewhere))
          .isInstanceOf(RuntimeMBeanException.class)
          .rootCause()
          .hasMessageContaining("the name is not allowed");
    }
    assertThat(folder.resolve("x.txt")).doesNotExist();
    assertThat(ledgers.resolve("../x.txt")).doesNotExist();

    assertThat(client.invoke("mark", " cycle\n1 ")).isEqualTo("cycle?1");
    assertThatThrownBy(() -> client.invoke("mark", " "))
        .rootCause()
        .hasMessage(
            "mark: ' ' is not a valid name, expected a name that is not blank; the mark was not set");
    assertThat(tracked.ledgers().read().marks()).extracting(Mark::name).containsExactly("cycle?1");
  }

  /** JConsole shows descriptions and names of parameters, and has none of our classes. */
  private static void describesItselfInOpenTypes(BeanClient client) throws Exception {
    MBeanInfo info = client.server().getMBeanInfo(client.name());
    assertThat(info.getAttributes())
        .hasSize(10)
        .allMatch(attribute -> !attribute.isWritable() && !attribute.getDescription().isEmpty())
        .allSatisfy(
            attribute ->
                assertThat(
                        ((OpenMBeanAttributeInfo) attribute)
                            .getOpenType()
                            .isValue(client.attribute(attribute.getName())))
                    .isTrue());
    assertThat(
            Arrays.stream(info.getOperations())
                .map(each -> each.getName() + " " + each.getSignature()[0].getName()))
        .containsExactly("dump name", "mark name");
  }
}
