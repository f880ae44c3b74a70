package io.ttalloc.analysis.site;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallSitesTest {
  private static final TypeEntry BUFFER = sized("buffer", "lib.Buffer");
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");

  private static CallSites sites(LedgerBuilder ledger) {
    return ledger.read(CallSites::of);
  }

  @Test
  void namesSitesFromTheInnermostOutwards() {
    LedgerBuilder ledger =
        ledger().site("lib.Loader", "load", "load_it").site("lib.Op", "run", "run_it");
    Opening opening =
        sites(ledger)
            .read(BUFFER, stack("lib.Buffer.create:1", "lib.Loader.load:2", "lib.Op.run:3"));
    assertThat(opening.sites()).containsExactly("load_it", "run_it");
    assertThat(opening.site()).isEqualTo("load_it");
    assertThat(opening.siteFrame()).isEqualTo(1);
  }

  @Test
  void withoutNamesTheSiteIsTheFirstFrameOutsideTheResource() {
    Opening opening =
        sites(ledger())
            .read(FILE, stack("java.io.FileInputStream.<init>:1", "java.nio.Files.open:2"));
    assertThat(opening.site()).isEqualTo("Files.open");
    assertThat(opening.yourFrame()).isEqualTo(-1);
  }

  @Test
  void yourCodeIsOutsideTheJdkAndTheTrackedPackages() {
    LedgerBuilder ledger = ledger().site("lib.op.Op", "run", "run_it");
    ledger.closed(BUFFER, stack("lib.Buffer.create:1"), 1, 1);
    Opening opening =
        sites(ledger)
            .read(
                BUFFER,
                stack(
                    "lib.Buffer.create:1",
                    "java.util.Optional.map:2",
                    "lib.op.Api.add:3",
                    "com.acme.Main.work:4",
                    "com.acme.Main.main:5"));
    assertThat(opening.yourFrame()).isEqualTo(3);
    assertThat(opening.title()).isEqualTo("Api.add");
  }

  @Test
  void titleIsYourMethodIfItOpensTheResourceItself() {
    Opening opening =
        sites(ledger())
            .read(FILE, stack("java.io.FileInputStream.<init>:1", "com.acme.Loader.read:2"));
    assertThat(opening.title()).isEqualTo("Loader.read");
  }

  @Test
  void titleIsYourMethodIfItCallsThePlatform() {
    TypeEntry channel = type("socket channel", "sun.nio.ch.SocketChannelImpl");
    Opening opening =
        sites(ledger())
            .read(
                channel,
                stack(
                    "sun.nio.ch.SocketChannelImpl.<init>:1",
                    "sun.nio.ch.ServerSocketChannelImpl.finishAccept:2",
                    "sun.nio.ch.ServerSocketChannelImpl.accept:3",
                    "com.acme.Server.serve:4",
                    "com.acme.Main.main:5"));
    assertThat(opening.title()).isEqualTo("Server.serve");
    assertThat(opening.call()).isEqualTo("com.acme.Server#serve");
    assertThat(opening.site()).isEqualTo("ServerSocketChannelImpl.finishAccept");
  }

  @Test
  void yourCodeMayShareThePackageOfTrackedClasses() {
    LedgerBuilder ledger = ledger().closed(BUFFER, stack("lib.Buffer.<init>:1"), 1, 1);
    Opening opening =
        sites(ledger)
            .read(BUFFER, stack("lib.Buffer.<init>:1", "lib.App.leak:7", "lib.App.main:3"));
    assertThat(opening.yourFrame()).isEqualTo(1);
    assertThat(opening.title()).isEqualTo("App.leak");
    assertThat(opening.site()).isEqualTo("App.leak");
  }

  @Test
  void superclassConstructorIsNeitherTheSiteNorYourCode() {
    LedgerBuilder ledger = ledger().closed(BUFFER, stack("lib.Buffer.<init>:1"), 1, 1);
    Opening opening =
        sites(ledger)
            .read(
                BUFFER,
                stack(
                    "lib.Base.<init>:1", "lib.Buffer.<init>:2", "lib.App.leak:7", "lib.App.go:3"));
    assertThat(opening.site()).isEqualTo("App.leak");
    assertThat(opening.title()).isEqualTo("App.leak");
    assertThat(opening.yourFrame()).isEqualTo(2);
  }

  @Test
  void programOfOneClassIsNamedByItsMethodAndNotItsConstructor() {
    LedgerBuilder ledger = ledger().closed(BUFFER, stack("lib.Buffer.<init>:1"), 1, 1);
    List<Frame> inItself = stack("lib.Buffer.<init>:1", "lib.Buffer.main:9");
    assertThat(sites(ledger).read(BUFFER, inItself).title()).isEqualTo("Buffer.main");
    assertThat(sites(ledger).read(BUFFER, inItself).yours()).isEqualTo(inItself.get(1));
    assertThat(sites(ledger).yours("lib.Buffer", inItself)).isEqualTo(inItself.get(1));
  }

  @Test
  void yourCloseIsOutsideTheClosedClass() {
    LedgerBuilder ledger = ledger().closed(BUFFER, stack("lib.Buffer.<init>:1"), 1, 1);
    assertThat(sites(ledger).yours("lib.Buffer", stack("lib.Buffer.close:9", "lib.App.ok:10")))
        .isEqualTo(stack("lib.App.ok:10").get(0));
  }

  @Test
  void saysThatThereIsNoStack() {
    Opening opening = sites(ledger()).read(FILE, List.of());
    assertThat(opening.site()).isEqualTo("(stack not captured)");
    assertThat(opening.yours()).isNull();
  }
}
