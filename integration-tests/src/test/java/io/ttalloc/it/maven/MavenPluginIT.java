package io.ttalloc.it.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests builds with the plugin: which modules fail and why, and the contents of the reports. */
@Variant
class MavenPluginIT {
  private static final String FORKS =
      """
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <configuration>
          <forkCount>2</forkCount>
          <reuseForks>false</reuseForks>
        </configuration>
      </plugin>
      """;

  private static final String DROPPED =
      """
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <configuration><argLine>-Xmx64m</argLine></configuration>
      </plugin>
      """;

  private static final String KEPT =
      """
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <configuration><argLine>@{argLine} -Xmx64m</argLine></configuration>
      </plugin>
      """;

  /**
   * Options of one module that exclude files from tracking, so that the module's leak is found only
   * if the build ignores these options.
   */
  private static final String OWN =
      """
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <configuration><argLine>@{tracking} -Xmx64m</argLine></configuration>
      </plugin>
      <plugin>
        <groupId>io.ttalloc</groupId>
        <artifactId>tt-alloc-maven-plugin</artifactId>
        <configuration>
          <directory>${project.build.directory}/ledgers</directory>
          <options>packs=jdk-net</options>
          <propertyName>tracking</propertyName>
        </configuration>
      </plugin>
      """;

  private static final String WARNS_ONLY =
      "<haltOnFailure>false</haltOnFailure><formats>md,sarif,junit.xml</formats>";

  private static final String INTEGRATION =
      """
      <plugin>
        <artifactId>maven-failsafe-plugin</artifactId>
        <version>VERSION maven-failsafe-plugin</version>
        <executions>
          <execution><goals><goal>integration-test</goal><goal>verify</goal></goals></execution>
        </executions>
      </plugin>
      <plugin>
        <groupId>io.ttalloc</groupId>
        <artifactId>tt-alloc-maven-plugin</artifactId>
        <executions>
          <execution>
            <id>integration</id>
            <goals><goal>prepare-agent-integration</goal></goals>
          </execution>
        </executions>
      </plugin>
      """;

  private static final String KILLED =
      """
      package com.acme;

      import org.junit.jupiter.api.Test;

      class KilledTest {
        @Test
        void killsItsJvm() throws Exception {
          Import.wholeLine("pom.xml");
          String self = String.valueOf(ProcessHandle.current().pid());
          new ProcessBuilder("kill", "-9", self).start().waitFor();
        }
      }
      """;

  private static final Map<String, String> QUICK =
      Map.of("MAVEN_OPTS", String.join(" ", TestJvm.quickFlags()));

  @TempDir private Path folder;

  /** The XML that sets a parameter for all goals of the plugin in a module. */
  private static String with(String parameter) {
    return """
        <plugin>
          <groupId>io.ttalloc</groupId>
          <artifactId>tt-alloc-maven-plugin</artifactId>
          <configuration>PARAMETER</configuration>
        </plugin>
        """
        .replace("PARAMETER", parameter);
  }

  /** Asserts a module's result in the reactor summary, and the message of the goal that failed. */
  private static void assertEnds(String output, String module, String end, String message) {
    assertThat(output).containsPattern(Pattern.quote(module) + " \\.+ " + end);
    Matcher failed =
        Pattern.compile("on project " + Pattern.quote(module) + ": (.*)").matcher(output);
    assertThat(failed.find() ? failed.group(1) : "").as(output).startsWith(message);
  }

  /**
   * Each JVM of Surefire leaves its executors open, and these alone are no reason to read the heap.
   */
  private static void assertNothingOfSurefireIsJudged(Path ledgers) throws IOException {
    try (Stream<Path> files = Files.list(ledgers)) {
      assertThat(files.map(Path::toString).filter(name -> name.matches(".*\\.(txt|heap)")))
          .singleElement(InstanceOfAssertFactories.STRING)
          .satisfies(
              text ->
                  assertThat(Path.of(text))
                      .content()
                      .matches(
                          "tt-alloc: clean\\. .*, and \\d of the system's own resources still open\n"));
    }
  }

  @OneJdk
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void modulesFailAsTheirLeaksAndParametersSayAndReportsAddUp(Jdk jdk) throws Exception {
    SampleBuild modules = SampleBuild.in(folder);
    addModulesWithoutParameters(modules);
    addModulesWithParameters(modules);
    Maven maven = modules.write(Maven.ofThisBuild("MavenPluginIT"));

    Maven.Result built =
        maven.build(jdk, folder, QUICK, "verify", "--fail-at-end", "-Dtt-alloc.formats=json");

    assertThat(built.status()).as(built.output()).isNotZero();
    assertTheModuleThatLeaksFails(built.output());
    assertParametersDecideWhatFails(built.output());
    // The ledgers of the build can be judged again.
    assertKnownLeaksDoNotFailAndReportsAddUp(maven, jdk);
    assertNoJudgementOfAKilledJvm(maven, jdk);
  }

  private static void addModulesWithoutParameters(SampleBuild modules) throws IOException {
    modules
        .module("clean", KEPT)
        .test("clean", "FineTest", false, "")
        .module("dropped", DROPPED)
        .test("dropped", "FineTest", false, "")
        .module("empty", "")
        .module("forks", FORKS)
        .test("forks", "FirstTest", true, "")
        .test("forks", "SecondTest", true, "")
        .module("integration", INTEGRATION)
        .test("integration", "FineTest", false, "")
        .test("integration", "LeakIT", true, "")
        .module("junit", "")
        .test("junit", "LeakTest", true, "@NoLeaks")
        .test("junit", "FineTest", false, "@NoLeaks");
  }

  private void assertTheModuleThatLeaksFails(String output) throws IOException {
    assertEnds(output, "clean", "SUCCESS", "");
    assertNothingOfSurefireIsJudged(folder.resolve("clean/target/tt-alloc"));
    assertEnds(output, "empty", "SUCCESS", "");
    assertEnds(output, "dropped", "FAILURE", "com.acme.FineTest ran without the agent: ");
    assertEnds(
        output,
        "forks",
        "FAILURE",
        "tt-alloc: 1 LEAK: 2 open (2 files), at Import.firstLine (2 JVMs (");
    assertEnds(
        output,
        "integration",
        "FAILURE",
        "tt-alloc: 1 LEAK: 1 open (1 file), at Import.firstLine (2 JVMs (");
    assertEnds(output, "junit", "FAILURE", "There are test failures.");
    assertThat(output)
        .contains("LeakTest.reads left open: 1 file at Import.firstLine(Import.java:7)")
        .contains("Tests run: 2, Failures: 1, Errors: 0");
  }

  private void addModulesWithParameters(SampleBuild modules) throws IOException {
    Path known =
        Files.writeString(
            folder.resolve("known.yaml"), "- {reason: a sample, site: Import.firstLine}\n");
    modules
        .module("accepted", with("<suppress>" + known + "</suppress>"))
        .test("accepted", "LeakTest", true, "")
        .module("killed", "")
        .source("killed", "KilledTest", KILLED)
        .module("mistaken", with("<failOn>leeks</failOn>"))
        .test("mistaken", "FineTest", false, "")
        .module("own", OWN)
        .test("own", "LeakTest", true, "")
        .module("skipped", with("<skip>true</skip>"))
        .test("skipped", "LeakTest", true, "")
        .module("warned", with(WARNS_ONLY))
        .test("warned", "LeakTest", true, "");
  }

  private void assertParametersDecideWhatFails(String output) {
    assertEnds(output, "accepted", "SUCCESS", "");
    assertEnds(output, "killed", "FAILURE", "");
    assertEnds(output, "mistaken", "FAILURE", "tt-alloc: Invalid value for option '--fail-on'");
    assertEnds(output, "own", "SUCCESS", "");
    assertEnds(output, "skipped", "SUCCESS", "");
    assertEnds(output, "warned", "SUCCESS", "");
    assertThat(output)
        .contains("The forked VM terminated without properly saying goodbye")
        .contains("[INFO] tt-alloc is skipped (tt-alloc.skip)")
        .contains("[WARNING] tt-alloc: 1 LEAK: 1 open (1 file), at Import.firstLine (pid ");
    assertThat(folder.resolve("skipped/target/tt-alloc")).doesNotExist();
    assertThat(folder.resolve("own/target/tt-alloc")).doesNotExist();
    assertThat(folder.resolve("own/target/ledgers")).isDirectoryContaining("glob:**.ledger");
    assertReportsAreExactly("warned", "leaks.md", "leaks.sarif", "leaks.junit.xml");
    assertReportsAreExactly("accepted", "leaks.json");
  }

  private void assertReportsAreExactly(String module, String... names) {
    Path reports = folder.resolve(module).resolve("target/site/tt-alloc");
    assertThat(reports.toFile().list()).containsExactlyInAnyOrder(names);
    for (String name : names) {
      assertThat(reports.resolve(name)).content().contains("Import.java");
    }
  }

  /** The aggregate report combines what the JVMs of several modules left open. */
  private void assertKnownLeaksDoNotFailAndReportsAddUp(Maven maven, Jdk jdk) throws Exception {
    Path known = folder.resolve("forks/target/site/tt-alloc/leaks.json");
    Maven.Result later =
        maven.build(
            jdk,
            folder,
            QUICK,
            "io.ttalloc:tt-alloc-maven-plugin:check@default",
            "io.ttalloc:tt-alloc-maven-plugin:report-aggregate",
            "--projects=.,forks,integration",
            "-Dtt-alloc.haltOnFailure=false",
            "-Dtt-alloc.baseline=" + Files.copy(known, folder.resolve("known.json")));

    assertThat(later.status()).as(later.output()).isZero();
    assertThat(later.output())
        .contains(
            "[INFO] tt-alloc: 1 LEAK: 2 open (2 files), at Import.firstLine, all KNOWN (2 JVMs")
        .contains(
            "[WARNING] tt-alloc: 1 LEAK: 1 open (1 file), at Import.firstLine, 1 NEW (2 JVMs");
    Path all = folder.resolve("target/site/tt-alloc");
    assertThat(JsonReport.read(all.resolve("leaks.json")).root().toString())
        .contains("\"command\":\"4 JVMs (surefirebooter");
    assertReportsAreExactly(".", "index.html", "leaks.json");
  }

  private void assertNoJudgementOfAKilledJvm(Maven maven, Jdk jdk) throws Exception {
    String later =
        maven
            .build(
                jdk,
                folder,
                QUICK,
                "io.ttalloc:tt-alloc-maven-plugin:check@default",
                "--projects=killed")
            .output();
    assertThat(later)
        .containsPattern(
            "on project killed: tt-alloc: no judgement: 1 JVM in \\S+ could not be judged: pid \\d+"
                + " \\(surefirebooter\\S+\\) was killed, expected a normal exit; tt-alloc dump ");
  }
}
