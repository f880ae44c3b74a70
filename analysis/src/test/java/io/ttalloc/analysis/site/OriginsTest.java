package io.ttalloc.analysis.site;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.ledger.RecordLayout.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.record.OriginRecord.Origin;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which frame is chosen as "your code" if the ledger records the origin of classes. */
class OriginsTest {
  private static final TypeEntry SOCKET = type("socket", "java.net.Socket");
  private static final TypeEntry ORDER = type("order", "com.acme.Order");

  private final LedgerBuilder ledger =
      ledger()
          .origin("com.acme", OriginRecord.OF_PACKAGE | OriginRecord.APPLICATION)
          .origin("com.acme.web", OriginRecord.OF_PACKAGE | OriginRecord.APPLICATION)
          .origin("org.driver", OriginRecord.OF_PACKAGE | OriginRecord.LIBRARY)
          .origin("org.shaded", OriginRecord.OF_PACKAGE | OriginRecord.UNSURE);

  private String yours(TypeEntry type, String... calls) {
    List<Frame> stack = stack(calls);
    Opening opening = ledger.read(CallSites::of).read(type, stack);
    return opening.yourFrame() < 0 ? "none" : calls[opening.yourFrame()];
  }

  private Origin origin(String className) {
    return ledger.read(Origins::of).of(className);
  }

  @Test
  void aLibraryIsNotYourCodeThoughNoneOfItIsTracked() {
    assertThat(
            yours(
                SOCKET,
                "java.net.Socket.<init>:1",
                "org.driver.Wire.connect:2",
                "org.shaded.Pool.take:3",
                "com.acme.Shop.buy:4",
                "com.acme.Shop.main:5"))
        .isEqualTo("com.acme.Shop.buy:4");
  }

  @Test
  void aRuleForYourClassDoesNotMoveWhereOthersWereOpened() {
    String[] opened = {"java.net.Socket.<init>:1", "com.acme.Shop.buy:4", "com.acme.web.Main.go:5"};
    assertThat(yours(SOCKET, opened)).isEqualTo("com.acme.Shop.buy:4");
    ledger.closed(ORDER, stack("com.acme.Order.<init>:1", "com.acme.Shop.buy:4"), 1, 1);
    ledger.site("com.acme.Shop", "buy", "buy_it");
    assertThat(yours(SOCKET, opened)).isEqualTo("com.acme.Shop.buy:4");
  }

  @Test
  void whatMayBeYourCodeIsNamedIfNothingElseIs() {
    assertThat(
            yours(
                SOCKET,
                "java.net.Socket.<init>:1",
                "org.driver.Wire.connect:2",
                "org.shaded.Pool.take:3",
                "java.lang.Thread.run:4"))
        .isEqualTo("org.shaded.Pool.take:3");
    assertThat(yours(SOCKET, "java.net.Socket.<init>:1", "unknown.Class.open:2"))
        .isEqualTo("unknown.Class.open:2");
  }

  @Test
  void inALibraryAloneItIsTheCallerOfTheResource() {
    String[] opened = {"java.net.Socket.<init>:1", "org.driver.Wire.connect:2"};
    assertThat(yours(SOCKET, opened)).isEqualTo("org.driver.Wire.connect:2");
    assertThat(ledger.read(CallSites::of).read(SOCKET, stack(opened)).markedFrame()).isEqualTo(-1);

    String[] unsure = {"java.net.Socket.<init>:1", "org.shaded.Pool.take:3"};
    assertThat(ledger.read(CallSites::of).read(SOCKET, stack(unsure)).markedFrame()).isEqualTo(1);
  }

  @Test
  void neitherTheResourceNorWhatMakesItIsYourCode() {
    assertThat(
            yours(
                ORDER,
                "com.acme.Base.<init>:1",
                "com.acme.Order.<init>:2",
                "com.acme.Order.of:3",
                "com.acme.Shop.<init>:4",
                "com.acme.Shop.main:5"))
        .isEqualTo("com.acme.Shop.<init>:4");
    assertThat(yours(ORDER, "com.acme.Order.<init>:2", "com.acme.Order.main:3"))
        .isEqualTo("com.acme.Order.main:3");
    assertThat(
            yours(
                ORDER,
                "com.acme.Order.<init>:2",
                "com.acme.Order.test:3",
                "org.shaded.Runner.run:4"))
        .isEqualTo("com.acme.Order.test:3");
  }

  @Test
  void inheritedMethodsOfTheResourceAreNotYourCode() {
    ledger.superType("com.acme.Order", "com.acme.Base");
    CallSites sites = ledger.read(CallSites::of);
    List<Frame> closed =
        stack("com.acme.Base.doClose:1", "com.acme.Order.close:2", "com.acme.Shop.buy:3");
    assertThat(sites.yours("com.acme.Order", closed)).isEqualTo(closed.get(2));
    assertThat(sites.yours("com.acme.Other", closed)).isEqualTo(closed.get(0));
    assertThat(sites.yours("com.acme.Order", closed.subList(0, 1))).isEqualTo(closed.get(0));
    assertThat(yours(ORDER, "com.acme.Order.<init>:1", "com.acme.Base.make:2"))
        .isEqualTo("com.acme.Base.make:2");
    List<Frame> byAnother =
        stack("com.acme.Base.close:1", "com.acme.Shop.buy:2", "com.acme.Base.all:3");
    assertThat(sites.yours("com.acme.Order", byAnother)).isEqualTo(byAnother.get(1));
  }

  @Test
  void reflectionProxiesAndLambdasAreNoSites() {
    String[] calls = {
      "java.net.Socket.<init>:1",
      "jdk.internal.reflect.DirectMethodHandleAccessor.invoke:2",
      "java.lang.reflect.Method.invoke:3",
      "com.acme.$Proxy7.connect:4",
      "com.acme.Shop$$Lambda$14.run:5",
      "com.acme.Shop$$EnhancerBySpringCGLIB$$1.run:6",
      "com.acme.Shop.lambda$buy$0:7"
    };
    assertThat(yours(SOCKET, calls)).isEqualTo("com.acme.Shop.lambda$buy$0:7");
    Opening opening = ledger.read(CallSites::of).read(SOCKET, stack(calls));
    assertThat(opening.title()).isEqualTo("Shop.buy.<lambda>(Shop.java:7)");
    assertThat(opening.site()).isEqualTo("Shop.buy.<lambda>");
    Opening without = ledger().read(CallSites::of).read(SOCKET, stack(calls));
    assertThat(without.yours()).isEqualTo(stack(calls).get(6));
  }

  @Test
  void theMostSpecificNameThatWasSaidCounts() {
    int application = OriginRecord.APPLICATION | OriginRecord.SAID;
    int library = OriginRecord.LIBRARY | OriginRecord.SAID;
    ledger
        .origin("org.driver", OriginRecord.OF_PACKAGE_AND_BELOW | application)
        .origin("org.driver", OriginRecord.OF_PACKAGE_AND_BELOW | library)
        .origin("org.driver.net", OriginRecord.OF_PACKAGE | library)
        .origin("org.driver.net.Mine", OriginRecord.OF_CLASS | application)
        .origin("com.acme", OriginRecord.OF_PACKAGE_AND_BELOW | library)
        .origin("com.acme.Shop", OriginRecord.OF_CLASS | OriginRecord.UNSURE)
        .origin("javax.acme", OriginRecord.OF_PACKAGE | application);
    assertThat(origin("org.driver.Wire")).isEqualTo(Origin.APPLICATION);
    assertThat(origin("org.driver.io.Wire")).isEqualTo(Origin.APPLICATION);
    assertThat(origin("org.driver.net.Wire")).isEqualTo(Origin.LIBRARY);
    assertThat(origin("org.driver.net.Mine")).isEqualTo(Origin.APPLICATION);
    assertThat(origin("org.driver.net.Mine$Entry$1")).isEqualTo(Origin.APPLICATION);
    assertThat(origin("org.driver.net.deep.Wire")).isEqualTo(Origin.APPLICATION);
    assertThat(origin("org.drivers.Wire")).isEqualTo(Origin.UNSURE);
    assertThat(origin("com.acme.Shop")).isEqualTo(Origin.LIBRARY);
    assertThat(origin("javax.acme.Mine")).isEqualTo(Origin.APPLICATION);
    assertThat(origin("javax.other.Theirs")).isEqualTo(Origin.LIBRARY);
  }

  @Test
  void aClassMayComeFromElsewhereThanItsPackage() {
    ledger.origin("org.driver.Mine", OriginRecord.OF_CLASS | OriginRecord.APPLICATION);
    assertThat(origin("org.driver.Mine")).isEqualTo(Origin.APPLICATION);
    assertThat(origin("org.driver.Theirs")).isEqualTo(Origin.LIBRARY);
  }

  @Test
  void fingerprintsDoNotDependOnIt() {
    List<Frame> opened = stack("java.net.Socket.<init>:1", "org.driver.Wire.connect:2");
    ledger.open(SOCKET, opened);
    LedgerBuilder without = ledger();
    without.open(SOCKET, opened);
    assertThat(fingerprint(ledger)).isEqualTo(fingerprint(without));
  }

  private static String fingerprint(LedgerBuilder ledger) {
    return Reports.only(ledger, Verdicts.LEFT_OPEN).fingerprint();
  }
}
