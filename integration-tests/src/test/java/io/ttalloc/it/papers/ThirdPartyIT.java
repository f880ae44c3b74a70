package io.ttalloc.it.papers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

class ThirdPartyIT {
  private static final Pattern OURS = Pattern.compile("(META-INF/versions/\\d+/)?io/ttalloc/");
  private static final Pattern SHADED = Pattern.compile("io/ttalloc/agent/shaded/(\\w+)/");

  @Test
  void theAgentNamesWhoeverIsInItsJarAndCarriesTheLicences() throws IOException {
    Set<String> libraries = new TreeSet<>();
    String notices;
    try (JarFile jar = new JarFile(Repository.agentJar().toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        addLibraries(entry.getName(), libraries);
      }
      JarEntry packed = jar.getJarEntry("META-INF/tt-alloc/libraries");
      addLibraries(new String(jar.getInputStream(packed).readAllBytes(), ISO_8859_1), libraries);
      notices =
          new String(jar.getInputStream(jar.getEntry(ThirdParty.ENTRY)).readAllBytes(), UTF_8);
      assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
    }
    Set<String> named =
        ThirdParty.versions(notices).keySet().stream()
            .map(name -> name.replace("-", "").toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());

    assertThat(libraries).contains("bytebuddy", "asm");
    assertThat(libraries)
        .allSatisfy(library -> assertThat(named).anyMatch(name -> name.startsWith(library)));
    assertThat(notices)
        .contains("Neither the name of the copyright holders", "Permission is hereby granted");
  }

  private static void addLibraries(String text, Set<String> libraries) {
    Matcher shaded = SHADED.matcher(text);
    while (shaded.find()) {
      libraries.add(shaded.group(1));
    }
  }

  /**
   * The agent's jar is on the class path of the application, which may use the same libraries as
   * the agent.
   */
  @Test
  void theAgentHasNoClassUnderTheNameOfALibrary() throws IOException {
    try (JarFile jar = new JarFile(Repository.agentJar().toFile())) {
      List<String> classes =
          jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")).toList();
      assertThat(classes).hasSizeGreaterThan(500).allMatch(name -> OURS.matcher(name).lookingAt());
    }
  }

  @Test
  void theBillOfMaterialsListsTheModulesAndWhateverTheNoticesName() throws Exception {
    Map<String, String> expected = new TreeMap<>();
    expected.putAll(ThirdParty.versions(archived("licenses/tt-alloc-agent.txt")));
    expected.putAll(ThirdParty.versions(archived("licenses/tt-alloc-cli.txt")));
    expected.putAll(ThirdParty.versions(archived("licenses/tt-alloc-viewer.txt")));
    assertThat(expected).containsKeys("byte-buddy", "picocli", "uplot");
    String json = archived("bom.cdx.json");
    assumeFalse(json.isEmpty(), "Maven was offline when it built the archive");
    JsonObject bom = JsonParser.parseString(json).getAsJsonObject();

    Map<String, String> libraries = new TreeMap<>();
    Set<String> modules = new TreeSet<>();
    for (JsonElement element : bom.getAsJsonArray("components")) {
      JsonObject component = element.getAsJsonObject();
      String name = component.get("name").getAsString();
      assertThat(component.getAsJsonArray("licenses")).as(name).isNotEmpty();
      if (name.startsWith("tt-alloc-")) {
        modules.add(name.substring("tt-alloc-".length()));
      } else {
        libraries.put(name, component.get("version").getAsString());
      }
    }
    assertThat(libraries).isEqualTo(expected);
    assertThat(modules)
        .containsExactlyInAnyOrder(
            "agent",
            "analysis",
            "api",
            "boot",
            "cache",
            "cli",
            "demo-app",
            "heap",
            "junit",
            "ledger",
            "maven-plugin",
            "native",
            "probe",
            "rules",
            "runtime-model",
            "serve",
            "spring-boot-starter",
            "text",
            "top",
            "viewer",
            "watch");
    assertThat(bom.getAsJsonObject("metadata").has("timestamp")).isFalse();
  }

  /** The content of a text file in the archive for users; empty if the file does not exist. */
  private static String archived(String path) throws Exception {
    Process tar =
        new ProcessBuilder(
                "tar", "-xzOf", Repository.archive().toString(), "--wildcards", "*/" + path)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String text = new String(tar.getInputStream().readAllBytes(), UTF_8);
    tar.waitFor();
    return text;
  }
}
