package io.ttalloc.it.papers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ThirdPartyIT {
  private static final Pattern SHADED = Pattern.compile("io/ttalloc/agent/shaded/(\\w+)/.+");

  @Test
  void theAgentNamesWhoeverIsInItsJarAndCarriesTheLicences() throws IOException {
    Set<String> libraries = new TreeSet<>();
    String notices;
    try (JarFile jar = new JarFile(Repository.agentJar().toFile())) {
      jar.stream()
          .map(entry -> SHADED.matcher(entry.getName()))
          .filter(Matcher::matches)
          .forEach(match -> libraries.add(match.group(1)));
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
}
