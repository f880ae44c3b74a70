package io.ttalloc.maven;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * The JVMs in which Surefire and Failsafe ran tests, according to the test reports, which contain
 * the system properties of the JVMs.
 *
 * @param jvms the command lines of these JVMs; each JVM has a different command line
 * @param without the test classes whose JVM was started without the agent's flags
 */
record TestRuns(Set<String> jvms, List<String> without) {

  /** Returns the test runs whose reports were written at or after an instant. */
  static TestRuns since(Instant prepared, List<File> folders) throws IOException {
    Set<String> jvms = new LinkedHashSet<>();
    List<String> without = new ArrayList<>();
    for (File folder : folders) {
      for (Path report : reports(folder.toPath())) {
        if (!Files.getLastModifiedTime(report).toInstant().isBefore(prepared)) {
          Map<String, String> properties = properties(report);
          String name = String.valueOf(report.getFileName());
          if (!properties.containsKey(PrepareAgentGoal.ENABLED)) {
            without.add(name.substring("TEST-".length(), name.length() - ".xml".length()));
          }
          jvms.add(properties.getOrDefault("sun.java.command", name));
        }
      }
    }
    return new TestRuns(jvms, without);
  }

  /**
   * Returns a message that says why some JVMs were not tracked, and what was expected; null if all
   * JVMs were tracked.
   *
   * @param tracked the number of JVMs that left a ledger
   */
  @Nullable String missing(int tracked, Path ledgers) {
    if (!without.isEmpty()) {
      return without.get(0)
          + andMore(without.size() - 1)
          + " ran without the agent: expected the goal prepare-agent to run before the tests, and"
          + " an argLine in the pom that begins with @{argLine}";
    }
    if (tracked < jvms.size()) {
      return (jvms.size() == 1 ? "1 JVM" : jvms.size() + " JVMs")
          + " ran tests, but "
          + (tracked == 0 ? "none" : "only " + tracked)
          + " left a ledger in "
          + ledgers
          + ": expected one from each; in the test output, a line that begins with"
          + " 'tt-alloc:' says why the agent did not start";
    }
    return null;
  }

  private static String andMore(int classes) {
    return switch (classes) {
      case 0 -> "";
      case 1 -> " (and 1 more test class)";
      default -> " (and " + classes + " more test classes)";
    };
  }

  private static List<Path> reports(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).matches("TEST-.*\\.xml"))
          .sorted()
          .toList();
    }
  }

  private static Map<String, String> properties(Path report) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    Map<String, String> properties = new LinkedHashMap<>();
    try (InputStream in = Files.newInputStream(report)) {
      XMLStreamReader xml = factory.createXMLStreamReader(in);
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamReader.START_ELEMENT) {
          if (xml.getLocalName().equals("property")) {
            properties.put(
                xml.getAttributeValue(null, "name"), xml.getAttributeValue(null, "value"));
          } else if (xml.getLocalName().equals("testcase")) {
            break; // the properties come first in the file
          }
        }
      }
    } catch (XMLStreamException e) {
      throw new IOException(report + " is not a test report: " + e.getMessage(), e);
    }
    return properties;
  }
}
