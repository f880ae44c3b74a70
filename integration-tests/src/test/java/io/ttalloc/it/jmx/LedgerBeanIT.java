package io.ttalloc.it.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.Mark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.Notification;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.io.TempDir;

/** The ledger as a management bean, seen by a client that connects as JConsole does. */
class LedgerBeanIT {

  @TempDir private Path folder;

  private static RunningJvm start(TestJvm jvm, Path folder) throws InterruptedException {
    RunningJvm running = jvm.main(LeaksOnDemand.class, folder.toString()).start();
    running.awaitLine("^opened$");
    return running;
  }

  @EveryJdk
  void aClientSeesTheCountsOfTheProgramAndItsFindings(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(LeaksOnDemand.RULES);
    try (RunningJvm running = start(tracked.on(jdk), folder);
        BeanClient client = BeanClient.connectToBean(running)) {
      assertThat(client.number("Opened")).isEqualTo(LeaksOnDemand.OPENED);
      assertThat(client.number("Closed")).isEqualTo(LeaksOnDemand.CLOSED);
      assertThat(client.number("Open")).isEqualTo(LeaksOnDemand.OPENED - LeaksOnDemand.CLOSED);
      assertThat(client.number("Collected")).isZero();
      assertThat(client.number("Dropped")).isZero();
      assertThat(client.number("Leaks")).isZero();
      assertThat(client.number("OmittedFindings")).isZero();
      assertThat(client.attribute("Ledger"))
          .isEqualTo(tracked.ledgers().ledgers().get(0).toString());
      assertThat(client.attribute("AttachedLate")).isEqualTo(false);
      assertThat(client.attribute("SwitchedOff")).isEqualTo(false);
      assertThat(((Date) client.attribute("JudgedAt")).toInstant())
          .isBeforeOrEqualTo(Instant.now());

      CompositeData[] findings = client.findings();
      assertThat(findings).hasSize(1);
      assertThat(findings[0].get("verdict")).isEqualTo("OPEN");
      assertThat(findings[0].get("leak")).isEqualTo(false);
      assertThat(findings[0].get("type")).isEqualTo("handle");
      assertThat(findings[0].get("class")).isEqualTo(LeaksOnDemand.Handle.class.getName());
      assertThat(findings[0].get("count")).isEqualTo(2L);
      assertThat(findings[0].get("bytes")).isEqualTo(2 * LeaksOnDemand.Handle.SIZE);
      assertThat((String) findings[0].get("title")).endsWith("LeaksOnDemand.main");
      assertThat((String[]) findings[0].get("why")).isNotEmpty();
      CompositeData total =
          ((TabularData) client.attribute("OpenByType")).get(new Object[] {"handle", "OPEN"});
      assertThat(total.get("count")).isEqualTo(2L);
      assertThat(total.get("bytes")).isEqualTo(2 * LeaksOnDemand.Handle.SIZE);
      describesItselfInOpenTypes(client);
    }
  }

  @OneJdk
  void notifiesOfLeaksAndOfTheirEnds(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(LeaksOnDemand.RULES);
    TestJvm jvm = tracked.on(jdk).jvmFlags("-Dcom.sun.management.jmxremote");
    try (RunningJvm running = start(jvm, folder);
        BeanClient client = BeanClient.connectToBean(running)) {
      client.listen();
      Files.createFile(folder.resolve("lose"));
      Notification lost = client.next();
      assertThat(lost.getType()).isEqualTo("io.ttalloc.leak.found");
      assertThat(data(lost).get("verdict")).isEqualTo("LOST");
      assertThat(data(lost).get("leak")).isEqualTo(true);
      assertThat((String) data(lost).get("title")).endsWith("LeaksOnDemand.lose");
      assertThat(lost.getMessage()).startsWith("LOST, a leak: ").contains("LeaksOnDemand.lose");
      assertThat(lost.getSource()).isEqualTo(client.name());
      BeanClient.await(() -> client.number("Collected") == LeaksOnDemand.LOST);
      BeanClient.await(() -> (Long) client.findings()[0].get("count") == (long) LeaksOnDemand.LOST);
      assertThat(client.number("Leaks")).isEqualTo(1);

      Files.createFile(folder.resolve("orphan"));
      Notification orphaned = client.next();
      assertThat(orphaned.getType()).isEqualTo("io.ttalloc.leak.found");
      assertThat(data(orphaned).get("verdict")).isEqualTo("ORPHANED");
      assertThat(data(orphaned).get("type")).isEqualTo("item");

      Files.createFile(folder.resolve("close"));
      Notification closed = client.next();
      assertThat(closed.getType()).isEqualTo("io.ttalloc.leak.closed");
      assertThat(data(closed).get("fingerprint")).isEqualTo(data(orphaned).get("fingerprint"));
      assertThat(closed.getSequenceNumber()).isGreaterThan(orphaned.getSequenceNumber());
      BeanClient.await(() -> client.number("Leaks") == 1);

      client.close(); // which fails once the process is gone
      Files.createFile(folder.resolve("end"));
      running.awaitEnd().expectSuccess();
    }
    assertThat(tracked.json().total("dropped")).isZero();
  }

  private static CompositeData data(Notification notification) {
    return (CompositeData) notification.getUserData();
  }

  @EveryJdk
  void writesReportsToNewFilesAndSetsMarks(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(LeaksOnDemand.RULES);
    try (RunningJvm running = start(tracked.on(jdk), folder);
        BeanClient client = BeanClient.connectToBean(running)) {
      Path ledgers = Path.of((String) client.attribute("Ledger")).getParent();
      Path json = ledgers.resolve("by-bean.json");
      assertThat(client.invoke("dump", "by-bean.json")).isEqualTo(json.toString());
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(json)))
          .isEqualTo("rw-------");
      JsonReport report = JsonReport.read(json);
      assertThat(report.total("opened")).isEqualTo(client.number("Opened"));
      assertThat(report.total("closed")).isEqualTo(client.number("Closed"));
      assertThat(report.total("liveBytes")).isEqualTo(client.number("LiveBytes"));
      assertThat(report.findings().get(0).get("fingerprint").getAsString())
          .isEqualTo(client.findings()[0].get("fingerprint"));

      Path notOurs = Files.writeString(ledgers.resolve("precious.html"), "precious");
      Path link = Files.createSymbolicLink(ledgers.resolve("link.txt"), folder.resolve("new.txt"));
      for (Path there : List.of(json, notOurs, link)) {
        assertThatThrownBy(() -> client.invoke("dump", there.getFileName().toString()))
            .isInstanceOf(MBeanException.class)
            .hasRootCauseInstanceOf(IOException.class)
            .rootCause()
            .hasMessageContaining("it exists already");
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
          .hasMessage("mark: ' ' is no name, expected a name for the mark; no mark is set");
      assertThat(tracked.ledgers().read().marks())
          .extracting(Mark::name)
          .containsExactly("cycle?1");
    }
  }

  /** JConsole shows descriptions, and names of parameters; and has no class of ours. */
  private static void describesItselfInOpenTypes(BeanClient client) throws Exception {
    MBeanInfo info = client.server().getMBeanInfo(client.name());
    assertThat(info.getAttributes())
        .hasSize(14)
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
