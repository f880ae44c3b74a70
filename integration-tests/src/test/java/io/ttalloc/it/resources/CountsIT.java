package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests resources that are not simply opened and closed once: some have reference counts, are
 * disowned, come from several versions of a library, or match two rules.
 */
@Variant
class CountsIT {
  private static final String PART = "io/ttalloc/it/resources/CountedKinds$Part.class";

  private static final String RULES =
      """
        - class: io.ttalloc.it.resources.CountedKinds$Shared
          type: shared
          open: [<init>]
          retain: [retain(), {method: retain(int), by: $0}]
          release: [release]
          label: name
        - class: java.util.concurrent.Phaser
          type: phaser
          open: ["<init>(Phaser,int)"]
          retain: [register]
          release: [arriveAndDeregister]
        - class: io.ttalloc.it.resources.CountedKinds$Tensor
          type: tensor
          open: [<init>]
          close: [close]
          idempotent: false
          disown: [giveAway]
          adopt: [takeBack, {method: found, resource: $0}]
          label: name
        - class: io.ttalloc.it.resources.CountedKinds$Graph
          disown: [{method: add, resource: $0}]
        - class: io.ttalloc.it.resources.CountedKinds$Part
          when: lib < 2
          type: old part
          open: [<init>]
          close: [close]
        - class: io.ttalloc.it.resources.CountedKinds$Part
          when: lib >= 2
          type: new part
          open: [<init>]
          close: [shut]
        - class: io.ttalloc.it.resources.CountedKinds$Base
          type: base
          open: [<init>]
          close: [close]
        - class: io.ttalloc.it.resources.CountedKinds$Derived
          type: derived
          open: [<init>]
          close: [close]
          label: name
      """;

  @TempDir private Path folder;

  @OneJdk
  void eachIsOpenAsOftenAsItIsHeld(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    Path unknown = jar("unknown.jar", null);

    JvmResult result =
        tracked
            .on(jdk)
            .main(
                CountedKinds.Program.class,
                jar("old.jar", "1.9.Final").toString(),
                jar("new.jar", "2.0").toString(),
                unknown.toString())
            .run()
            .expectSuccess();

    assertThat(result.err())
        .contains(
            "tt-alloc: %s:25:11: 'lib < 2' cannot be checked for %s: found no version in jar:file:%s!/, expected"
                .formatted(
                    tracked.ruleFile(),
                    PART.substring(0, PART.lastIndexOf('.')).replace('/', '.'),
                    unknown));
    JsonReport json = tracked.json();
    List<String> found = new ArrayList<>();
    for (JsonObject finding : json.findings()) {
      found.add(described(finding));
    }
    assertThat(found)
        .as(result.err())
        .containsExactlyInAnyOrder(
            "shared [bridged] with 2 references",
            "shared [failed] with 3 references",
            "phaser [] with 1 references",
            "tensor [taken back]",
            "tensor [found]",
            "old part []",
            "new part []",
            "derived [of two rules]");
    assertThat(json.total("disowned")).isEqualTo(4);
    assertThat(json.misuse())
        .extracting(misuse -> misuse.get("kind").getAsString() + misuse.get("count"))
        .containsExactly("DOUBLE_CLOSE1");
    assertThat(json.misuse().get(0).toString()).contains("\"released by two threads\"");
  }

  private static String described(JsonObject finding) {
    assertThat(finding.get("count").getAsLong()).as(finding.toString()).isEqualTo(1);
    String references = "";
    if (finding.has("references") && !finding.get("references").isJsonNull()) {
      references = " with " + finding.getAsJsonObject("references").get("most") + " references";
    }
    return finding.get("type").getAsString()
        + " "
        + JsonReport.texts(finding, "labels")
        + references;
  }

  /** A jar that contains only {@link CountedKinds.Part}. */
  private Path jar(String name, @Nullable String version) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (version != null) {
      manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
    }
    Path jar = folder.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        InputStream part = CountsIT.class.getClassLoader().getResourceAsStream(PART)) {
      out.putNextEntry(new JarEntry(PART));
      Objects.requireNonNull(part).transferTo(out);
      out.closeEntry();
    }
    return jar;
  }
}
