package io.ttalloc.it.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ThirdPartyTest {

  private static final Pattern SCRIPT = Pattern.compile("(.+)-(\\d[\\d.]*)\\.min\\.js");

  /** Transitive dependencies, each with the declared library that needs it. */
  private static final Map<String, String> BROUGHT_BY =
      Map.of("asm-tree", "asm-commons", "prometheus-metrics-config", "prometheus-metrics-model");

  /** Modules whose libraries are in the jar of another module. */
  private static final Map<String, List<String>> OF_JAR =
      Map.of(
          "agent", List.of("analysis", "text"),
          "cli", List.of("analysis", "text", "watch", "top", "serve"),
          "viewer", List.of());

  @ParameterizedTest
  @ValueSource(strings = {"agent", "cli", "viewer"})
  void namesEveryLibraryOfTheJarInTheVersionOfTheBuild(String module) throws Exception {
    Map<String, String> managed = managedVersions();
    Map<String, String> expected = new TreeMap<>();
    List<String> modules = new ArrayList<>(OF_JAR.get(module));
    modules.add(module);
    for (String pom : modules) {
      for (Element dependency : elements(pom(pom + "/pom.xml"), "dependency")) {
        String name = text(dependency, "artifactId");
        if (!text(dependency, "groupId").equals("io.ttalloc")) {
          expected.put(name, managed.getOrDefault(name, "of no managed version"));
        }
      }
    }
    BROUGHT_BY.forEach(
        (brought, by) -> {
          if (expected.containsKey(by)) {
            expected.put(brought, expected.get(by));
          }
        });

    if (modules.contains("analysis")) {
      expected.putAll(scripts());
    }

    assertThat(ThirdParty.versions(notices(module))).isEqualTo(expected);
  }

  /** The scripts in HTML reports, whose file names contain their versions. */
  private static Map<String, String> scripts() throws IOException {
    Path folder =
        Repository.root()
            .resolve("analysis/src/main/resources/io/ttalloc/analysis/report/html/vendor");
    Map<String, String> scripts = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Matcher name = SCRIPT.matcher(file.getFileName().toString());
        if (name.matches()) {
          scripts.put(name.group(1), name.group(2));
          assertThat(folder.resolve(name.group(1) + ".LICENSE")).isNotEmptyFile();
        }
      }
    }
    assertThat(scripts).hasSizeGreaterThan(2);
    return scripts;
  }

  private static String notices(String module) throws IOException {
    return Files.readString(
        Repository.root().resolve(module).resolve("src/main/resources").resolve(ThirdParty.ENTRY));
  }

  private static Map<String, String> managedVersions() throws Exception {
    Document parent = pom("pom.xml");
    Map<String, String> properties = new HashMap<>();
    Element all = elements(parent, "properties").get(0);
    for (int i = 0; i < all.getChildNodes().getLength(); i++) {
      if (all.getChildNodes().item(i) instanceof Element property) {
        properties.put("${" + property.getTagName() + "}", property.getTextContent());
      }
    }
    Map<String, String> versions = new HashMap<>();
    for (Element dependency : elements(parent, "dependency")) {
      String version = text(dependency, "version");
      versions.put(text(dependency, "artifactId"), properties.getOrDefault(version, version));
    }
    return versions;
  }

  private static Document pom(String path) throws Exception {
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(Repository.root().resolve(path).toFile());
  }

  private static List<Element> elements(Document in, String name) {
    NodeList found = in.getElementsByTagName(name);
    return java.util.stream.IntStream.range(0, found.getLength())
        .mapToObj(i -> (Element) found.item(i))
        .filter(element -> !text(element, "scope").equals("test"))
        .toList();
  }

  /** The text of the first element with the given name, or an empty string. */
  private static String text(Element in, String name) {
    NodeList found = in.getElementsByTagName(name);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
  }
}
