package io.ttalloc.it.applications;

import io.ttalloc.it.maven.Maven;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A project that Maven can build: a class, a resource, and tests. The tests close what they open,
 * except one test that runs in Maven's own JVM and one test that runs in the test JVM. The project
 * needs only artifacts that the build of this repository also needs.
 */
final class SmallProject {
  /** The test that leaves a file open in Maven's own JVM. */
  static final String LEAVES_OPEN_IN_MAVEN = "LeavesOpenInMavenTest.leavesAChannelOpen";

  /** The test that leaves a file open in the test JVM. */
  static final String LEAVES_OPEN_IN_TESTS = "LeavesOpenTest.leavesAStreamOpen";

  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>com.acme</groupId>
        <artifactId>shop</artifactId>
        <version>1</version>
        <properties>
          <maven.compiler.release>17</maven.compiler.release>
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
        </properties>
        <dependencies>
          <dependency>
            <groupId>org.junit.jupiter</groupId>
            <artifactId>junit-jupiter</artifactId>
            <version>VERSION junit</version>
            <scope>test</scope>
          </dependency>
        </dependencies>
        <build>
          <plugins>
            <plugin>
              <artifactId>maven-resources-plugin</artifactId>
              <version>VERSION maven-resources-plugin</version>
            </plugin>
            <plugin>
              <artifactId>maven-compiler-plugin</artifactId>
              <version>VERSION maven-compiler-plugin</version>
            </plugin>
            <plugin>
              <artifactId>maven-surefire-plugin</artifactId>
              <version>VERSION maven-surefire-plugin</version>
              <configuration>
                <argLine>ARGLINE</argLine>
                <excludes><exclude>**/*InMavenTest.java</exclude></excludes>
              </configuration>
              <executions>
                <execution>
                  <id>in-maven</id>
                  <phase>test</phase>
                  <goals><goal>test</goal></goals>
                  <configuration>
                    <forkCount>0</forkCount>
                    <excludes><exclude>none</exclude></excludes>
                    <includes><include>**/*InMavenTest.java</include></includes>
                  </configuration>
                </execution>
              </executions>
            </plugin>
            <plugin>
              <artifactId>maven-jar-plugin</artifactId>
              <version>VERSION maven-jar-plugin</version>
            </plugin>
          </plugins>
        </build>
      </project>
      """;

  private static final String SHOP =
      """
      package com.acme.shop;

      import java.io.*;
      import java.nio.charset.StandardCharsets;

      public final class Shop {
        public static String name() throws IOException {
          try (InputStream in = Shop.class.getResourceAsStream("/shop.properties")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
          }
        }
      }
      """;

  private static final String HEAD =
      """
      package com.acme.shop;

      import static org.junit.jupiter.api.Assertions.assertEquals;
      import java.io.*;
      import java.nio.channels.FileChannel;
      import java.nio.file.*;
      import java.util.*;
      import org.junit.jupiter.api.Test;
      import org.junit.jupiter.api.io.TempDir;

      """;

  private static final String SHOP_TEST =
      HEAD
          + """
          class ShopTest {
            @TempDir Path folder;

            @Test
            void hasAName() throws IOException {
              assertEquals("name=shop", Shop.name());
            }

            @Test
            void keepsItsAccounts() throws IOException {
              Path accounts = folder.resolve("accounts");
              try (Writer out = Files.newBufferedWriter(accounts)) {
                out.write("1,000");
              }
              try (BufferedReader in = new BufferedReader(new FileReader(accounts.toFile()))) {
                assertEquals("1,000", in.readLine());
              }
            }
          }
          """;

  private static final String LEAVES_OPEN =
      HEAD
          + """
          class LeavesOpenTest {
            static final List<Object> KEPT = new ArrayList<>();

            @Test
            void leavesAStreamOpen() throws IOException {
              KEPT.add(new FileInputStream("pom.xml"));
            }
          }
          """;

  private static final String LEAVES_OPEN_HERE =
      HEAD
          + """
          class LeavesOpenInMavenTest {
            static final List<Object> KEPT = new ArrayList<>();

            @Test
            void leavesAChannelOpen() throws IOException {
              KEPT.add(FileChannel.open(Path.of("pom.xml")));
            }
          }
          """;

  private SmallProject() {}

  /** Writes the project to an empty folder, with flags for the JVM of its tests. */
  static void write(Path folder, String testFlags) throws IOException {
    String pom = POM.replace("ARGLINE", testFlags);
    Files.writeString(folder.resolve("pom.xml"), Maven.withVersions(pom));
    Path sources = Files.createDirectories(folder.resolve("src/main/java/com/acme/shop"));
    Files.writeString(sources.resolve("Shop.java"), SHOP);
    Path resources = Files.createDirectories(folder.resolve("src/main/resources"));
    Files.writeString(resources.resolve("shop.properties"), "name=shop\n");
    Path tests = Files.createDirectories(folder.resolve("src/test/java/com/acme/shop"));
    Files.writeString(tests.resolve("ShopTest.java"), SHOP_TEST);
    Files.writeString(tests.resolve("LeavesOpenTest.java"), LEAVES_OPEN);
    Files.writeString(tests.resolve("LeavesOpenInMavenTest.java"), LEAVES_OPEN_HERE);
  }
}
