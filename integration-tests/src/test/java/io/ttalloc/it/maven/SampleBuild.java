package io.ttalloc.it.maven;

import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * A build of several modules that uses the plugin. The source of each module is below. The plugin
 * is in a local repository that links to another repository for everything else. The flags that
 * save processor time are in {@code argLine}, to which the plugin adds its own.
 */
final class SampleBuild {
  private static final String VERSION = "0.1.0-SNAPSHOT";

  private static final String PARENT =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>com.acme</groupId>
        <artifactId>all</artifactId>
        <version>1</version>
        <packaging>pom</packaging>
        <modules>MODULES</modules>
        <properties>
          <maven.compiler.release>17</maven.compiler.release>
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          <argLine>QUICK-FLAGS</argLine>
        </properties>
        <dependencies>
          <dependency>
            <groupId>org.junit.jupiter</groupId>
            <artifactId>junit-jupiter</artifactId>
            <version>VERSION junit</version>
            <scope>test</scope>
          </dependency>
          <dependency>
            <groupId>io.ttalloc</groupId>
            <artifactId>tt-alloc-junit</artifactId>
            <version>VERSION-OF-TT-ALLOC</version>
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
            </plugin>
            <plugin>
              <artifactId>maven-jar-plugin</artifactId>
              <version>VERSION maven-jar-plugin</version>
            </plugin>
            <plugin>
              <groupId>io.ttalloc</groupId>
              <artifactId>tt-alloc-maven-plugin</artifactId>
              <version>VERSION-OF-TT-ALLOC</version>
              <executions>
                <execution>
                  <goals>
                    <goal>prepare-agent</goal>
                    <goal>report</goal>
                    <goal>check</goal>
                  </goals>
                </execution>
              </executions>
            </plugin>
          </plugins>
        </build>
      </project>
      """;

  private static final String MODULE =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <parent>
          <groupId>com.acme</groupId>
          <artifactId>all</artifactId>
          <version>1</version>
        </parent>
        <artifactId>NAME</artifactId>
        <build>
          <plugins>
      PLUGINS
          </plugins>
        </build>
      </project>
      """;

  private static final String IMPORT =
      """
      package com.acme;

      import java.io.*;

      final class Import {
        static String firstLine(String file) throws IOException {
          BufferedReader reader = new BufferedReader(new FileReader(file));
          return reader.readLine();
        }

        static String wholeLine(String file) throws IOException {
          try (BufferedReader reader = new BufferedReader(new FileReader(file))) {
            return reader.readLine();
          }
        }
      }
      """;

  private static final String TEST =
      """
      package com.acme;

      import static org.junit.jupiter.api.Assertions.assertNotNull;
      import io.ttalloc.junit.NoLeaks;
      import org.junit.jupiter.api.Test;

      ANNOTATION
      class NAME {
        @Test
        void reads() throws Exception {
          assertNotNull(Import.METHOD("pom.xml"));
        }
      }
      """;

  private final Path folder;
  private final Map<String, String> plugins = new TreeMap<>();

  private SampleBuild(Path folder) {
    this.folder = folder;
  }

  /** Creates a build in an empty folder. */
  static SampleBuild in(Path folder) {
    return new SampleBuild(folder);
  }

  /** Adds a module with additional XML for its plugins. */
  SampleBuild module(String name, String morePlugins) throws IOException {
    plugins.put(name, morePlugins);
    write(folder.resolve(name).resolve("src/main/java/com/acme/Import.java"), IMPORT);
    return this;
  }

  /**
   * Adds a test class to a module. The test calls a method of Import that leaks, or one that does
   * not.
   */
  SampleBuild test(String module, String name, boolean leaks, String annotation)
      throws IOException {
    return source(
        module,
        name,
        TEST.replace("ANNOTATION", annotation)
            .replace("NAME", name)
            .replace("METHOD", leaks ? "firstLine" : "wholeLine"));
  }

  /** Adds a test class with its own source to a module. */
  SampleBuild source(String module, String name, String text) throws IOException {
    write(folder.resolve(module).resolve("src/test/java/com/acme/" + name + ".java"), text);
    return this;
  }

  /** Writes the POMs, and returns a Maven that can build them. */
  Maven write(Maven maven) throws IOException {
    StringBuilder modules = new StringBuilder();
    for (Map.Entry<String, String> module : plugins.entrySet()) {
      modules.append("<module>").append(module.getKey()).append("</module>");
      write(
          folder.resolve(module.getKey()).resolve("pom.xml"),
          Maven.withVersions(
              MODULE.replace("NAME", module.getKey()).replace("PLUGINS", module.getValue())));
    }
    write(
        folder.resolve("pom.xml"),
        Maven.withVersions(
            PARENT
                .replace("VERSION-OF-TT-ALLOC", VERSION)
                .replace("QUICK-FLAGS", String.join(" ", TestJvm.quickFlags()))
                .replace("MODULES", modules.toString())));
    return new Maven(repositoryWithUs(maven.localRepository()));
  }

  /**
   * A local repository that contains the plugin and the JUnit extension from this build, and links
   * to another repository for everything else.
   */
  private Path repositoryWithUs(Path other) throws IOException {
    Path repository = Files.createDirectory(folder.resolve("repository"));
    link(other, repository, "io");
    link(other.resolve("io"), Files.createDirectory(repository.resolve("io")), "ttalloc");
    install(repository, "maven-plugin", "tt-alloc-maven-plugin", "maven-plugin");
    install(repository, "junit", "tt-alloc-junit", "jar");
    return repository;
  }

  private static void link(Path from, Path to, String without) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(from)) {
      for (Path each : all) {
        String name = String.valueOf(each.getFileName());
        if (!name.equals(without)) {
          Files.createSymbolicLink(to.resolve(name), each);
        }
      }
    }
  }

  private static void install(Path repository, String module, String name, String packaging)
      throws IOException {
    Path into = repository.resolve("io/ttalloc").resolve(name).resolve(VERSION);
    Files.createDirectories(into);
    Files.copy(
        Repository.root().resolve(module).resolve("target").resolve(name + ".jar"),
        into.resolve(name + "-" + VERSION + ".jar"));
    Files.writeString(
        into.resolve(name + "-" + VERSION + ".pom"),
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>io.ttalloc</groupId>
          <artifactId>%s</artifactId>
          <version>%s</version>
          <packaging>%s</packaging>
        </project>
        """
            .formatted(name, VERSION, packaging));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
