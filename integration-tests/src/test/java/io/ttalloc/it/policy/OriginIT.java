package io.ttalloc.it.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.OriginEntry;
import io.ttalloc.ledger.read.OriginEntry.Origin;
import io.ttalloc.ledger.read.OriginEntry.Scope;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Whose code is blamed for what a driver opens, by where driver and application come from. */
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

  @TempDir private static Path built;

  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws IOException {
    compile(
        "driver",
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
    compile(
        "shop",
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
    pack("driver.jar", null, "driver");
    pack("all.jar", "com.acme.shop.Shop", "driver", "shop");
    pack("shop.jar", null, "shop");
  }

  /** The sources are pairs of a name and a text. */
  private static void compile(String target, String... sources) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of("--release", "17", "-cp", built.resolve("driver").toString(), "-d"));
    arguments.add(built.resolve(target).toString());
    for (int i = 0; i < sources.length; i += 2) {
      Path source = built.resolve(sources[i]);
      Files.createDirectories(source.getParent());
      arguments.add(Files.writeString(source, sources[i + 1]).toString());
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    assertThat(status).isZero();
  }

  private static void pack(String jar, @Nullable String mainClass, String... folders)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (mainClass != null) {
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
    }
    try (OutputStream file = Files.newOutputStream(built.resolve(jar));
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (String folder : folders) {
        Path root = built.resolve(folder);
        try (Stream<Path> files = Files.walk(root)) {
          for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
            out.putNextEntry(new JarEntry(root.relativize(each).toString()));
            Files.copy(each, out);
          }
        }
      }
    }
  }

  /** The methods that a report marks as your code. */
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
    return jvm.classPath(built.resolve("driver.jar"), built.resolve("shop"))
        .main("com.acme.shop.Shop")
        .run()
        .expectSuccess();
  }

  private static JvmResult inOneJar(TestJvm jvm) throws Exception {
    return jvm.jar(built.resolve("all.jar")).run().expectSuccess();
  }

  @EveryJdk
  void theFolderOfTheApplicationIsYoursAndTheJarOfTheDriverIsNot(Jdk jdk) throws Exception {
    assertThat(blamed(inFolder(tracked(DRIVER).on(jdk)))).containsExactly(BUY);
  }

  @OneJdk
  void aRuleForAnApplicationClassDoesNotMoveTheOthers(Jdk jdk) throws Exception {
    assertThat(blamed(inFolder(tracked(DRIVER + ORDER).on(jdk)))).containsExactly(BUY, MAIN);
  }

  @EveryJdk
  void inOneJarTheMainClassTellsThemApart(Jdk jdk) throws Exception {
    assertThat(blamed(inOneJar(tracked(DRIVER + ORDER).on(jdk)))).containsExactly(BUY, MAIN);
  }

  @OneJdk
  void aMainClassInAJarIsFoundByItsName(Jdk jdk) throws Exception {
    JvmResult result =
        tracked(DRIVER + ORDER)
            .on(jdk)
            .classPath(built.resolve("shop.jar"), built.resolve("driver.jar"))
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
    // Without the application, the driver in its jar is what may be the user's own.
    assertThat(blamed(inOneJar(tracked.on(jdk)))).containsExactly(BORROW);
  }

  @OneJdk
  void theLedgerOfAKilledProcessSaysIt(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked(DRIVER);
    try (RunningJvm running =
        tracked
            .on(jdk)
            .classPath(built.resolve("driver.jar"), built.resolve("shop"))
            .main("com.acme.shop.Shop", "wait")
            .start()) {
      running.awaitLine("^waiting$");
      running.kill();
    }
    assertThat(tracked.ledgers().read().origins())
        .contains(
            new OriginEntry("com.acme.shop", Scope.PACKAGE, Origin.APPLICATION, false),
            new OriginEntry("org.driver", Scope.PACKAGE, Origin.LIBRARY, false));
  }
}
