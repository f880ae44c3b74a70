package io.ttalloc.it.verdicts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.BuiltClasses;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.record.OriginRecord.Origin;
import io.ttalloc.ledger.record.OriginRecord.Scope;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests which code is blamed for a driver's resources, depending on where the driver and the
 * application come from.
 */
@Variant
class OriginIT {
  private static final String DRIVER =
      """
        - class: org.driver.net.Connection
          type: connection
          open: [<init>]
          close: [close]
      """;

  private static final String ORDER =
      """
        - class: com.acme.shop.Order
          type: order
          open: [<init>]
          close: [close]
      """;

  private static final String BUY = "com.acme.shop.Shop.buy";
  private static final String MAIN = "com.acme.shop.Shop.main";
  private static final String BORROW = "org.driver.Pool.borrow";

  @TempDir private static Path folderOfClasses;

  private static BuiltClasses built;

  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws IOException {
    built = new BuiltClasses(folderOfClasses);
    built.compile(
        "driver",
        "",
        "org/driver/net/Connection.java",
        """
        package org.driver.net;
        public class Connection implements AutoCloseable {
          public void close() {}
        }
        """,
        "org/driver/Pool.java",
        """
        package org.driver;
        import org.driver.net.Connection;
        public class Pool {
          public interface Handler { void handle(Connection connection); }
          static final java.util.List<Object> KEPT = new java.util.ArrayList<>();
          public static Connection borrow() {
            Connection connection = new Connection();
            KEPT.add(connection);
            return connection;
          }
          public static void serve(Handler handler) {
            handler.handle(null);
          }
        }
        """);
    built.compile(
        "shop",
        "driver",
        "com/acme/shop/Order.java",
        """
        package com.acme.shop;
        public class Order implements AutoCloseable {
          public void close() {}
        }
        """,
        "com/acme/shop/Shop.java",
        """
        package com.acme.shop;
        public class Shop {
          static final java.util.List<Object> KEPT = new java.util.ArrayList<>();
          public static void main(String[] args) {
            org.driver.Pool.serve(unused -> buy());
            KEPT.add(new Order());
            if (args.length > 0) {
              System.out.println("waiting");
              java.util.concurrent.locks.LockSupport.park();
            }
          }
          static void buy() {
            org.driver.Pool.borrow();
          }
        }
        """);
    built.pack("driver.jar", null, "driver");
    built.pack("all.jar", "com.acme.shop.Shop", "driver", "shop");
    built.pack("shop.jar", null, "shop");
  }

  /** The methods that a report marks as the user's code. */
  private static Set<String> blamed(JvmResult result) {
    Set<String> methods = new TreeSet<>();
    for (String line : result.err().split("\n", -1)) {
      if (line.endsWith("   <- your code")) {
        methods.add(line.substring(0, line.indexOf('(')).strip());
      }
    }
    return methods;
  }

  private TrackedRun tracked(String rules, String... options) throws IOException {
    TrackedRun tracked = TrackedRun.in(folder).rules(rules);
    Arrays.asList(options).forEach(tracked::option);
    return tracked;
  }

  private static JvmResult inFolder(TestJvm jvm) throws Exception {
    return jvm.classPath(built.at("driver.jar"), built.at("shop"))
        .main("com.acme.shop.Shop")
        .run()
        .expectSuccess();
  }

  private static JvmResult inOneJar(TestJvm jvm) throws Exception {
    return jvm.jar(built.at("all.jar")).run().expectSuccess();
  }

  @OneJdk
  void theFolderOfTheApplicationIsYoursAndTheJarOfTheDriverIsNot(Jdk jdk) throws Exception {
    assertThat(blamed(inFolder(tracked(DRIVER).on(jdk)))).containsExactly(BUY);
  }

  @OneJdk
  void aRuleForAnApplicationClassDoesNotMoveTheOthers(Jdk jdk) throws Exception {
    assertThat(blamed(inFolder(tracked(DRIVER + ORDER).on(jdk)))).containsExactly(BUY, MAIN);
  }

  @OneJdk
  void inOneJarTheMainClassTellsThemApart(Jdk jdk) throws Exception {
    assertThat(blamed(inOneJar(tracked(DRIVER + ORDER).on(jdk)))).containsExactly(BUY, MAIN);
  }

  @OneJdk
  void aMainClassInAJarIsFoundByItsName(Jdk jdk) throws Exception {
    JvmResult result =
        tracked(DRIVER + ORDER)
            .on(jdk)
            .classPath(built.at("shop.jar"), built.at("driver.jar"))
            .main("com.acme.shop.Shop")
            .run()
            .expectSuccess();
    assertThat(blamed(result)).containsExactly(BUY, MAIN);
  }

  @OneJdk
  void optionsCountMoreThanWhereClassesComeFrom(Jdk jdk) throws Exception {
    assertThat(blamed(inFolder(tracked(DRIVER, "app=org.driver.**").on(jdk))))
        .containsExactly(BORROW);
    assertThat(
            blamed(
                inFolder(tracked(DRIVER, "app=org.driver.**", "library=org.driver.Pool").on(jdk))))
        .containsExactly(BUY);
    assertThat(blamed(inOneJar(tracked(DRIVER, "library=com.acme.**").on(jdk))))
        .containsExactly(BORROW);
  }

  @OneJdk
  void aRuleFileSaysWhatIsALibrary(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked(DRIVER);
    Path rules = tracked.ruleFile();
    Files.writeString(
        rules, Files.readString(rules).replace("rules:\n", "library: [com.acme.**]\nrules:\n"));
    // If com.acme counts as a library, the driver in the same jar may be the user's own code.
    assertThat(blamed(inOneJar(tracked.on(jdk)))).containsExactly(BORROW);
  }

  @OneJdk
  void theLedgerOfAKilledProcessSaysIt(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked(DRIVER);
    try (RunningJvm running =
        tracked
            .on(jdk)
            .classPath(built.at("driver.jar"), built.at("shop"))
            .main("com.acme.shop.Shop", "wait")
            .start()) {
      running.awaitLine("^waiting$");
      running.kill();
    }
    assertThat(tracked.ledgers().read().rows(OriginRecord.class))
        .contains(
            new OriginRecord("com.acme.shop", Scope.PACKAGE, Origin.APPLICATION, false),
            new OriginRecord("org.driver", Scope.PACKAGE, Origin.LIBRARY, false));
  }
}
