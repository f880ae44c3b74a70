package io.ttalloc.it.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Phaser;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Resources that are not just opened and closed once: with references, given away, of several
 * versions of a library, and under two rules.
 */
class CountsIT {
  private static final String PART = "io/ttalloc/it/pitfalls/CountsIT$Part.class";

  private static final String RULES =
      """
        - class: io.ttalloc.it.pitfalls.CountsIT$Shared
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
        - class: io.ttalloc.it.pitfalls.CountsIT$Tensor
          type: tensor
          open: [<init>]
          close: [close]
          idempotent: false
          disown: [giveAway]
          adopt: [takeBack, {method: found, resource: $0}]
          label: name
        - class: io.ttalloc.it.pitfalls.CountsIT$Graph
          disown: [{method: add, resource: $0}]
        - class: io.ttalloc.it.pitfalls.CountsIT$Part
          when: lib < 2
          type: old part
          open: [<init>]
          close: [close]
        - class: io.ttalloc.it.pitfalls.CountsIT$Part
          when: lib >= 2
          type: new part
          open: [<init>]
          close: [shut]
        - class: io.ttalloc.it.pitfalls.CountsIT$Base
          type: base
          open: [<init>]
          close: [close]
        - class: io.ttalloc.it.pitfalls.CountsIT$Derived
          type: derived
          open: [<init>]
          close: [close]
          label: name
      """;

  @TempDir private Path folder;

  @EveryJdk
  void eachIsOpenAsOftenAsItIsHeld(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    Path unknown = jar("unknown.jar", null);

    JvmResult result =
        tracked
            .on(jdk)
            .main(
                Program.class,
                jar("old.jar", "1.9.Final").toString(),
                jar("new.jar", "2.0").toString(),
                unknown.toString())
            .run()
            .expectSuccess();

    assertThat(result.err())
        .contains(
            "tt-alloc: %s:25:11: no version of jar:file:%s!/ from where %s comes, for 'lib < 2', expected a"
                .formatted(
                    tracked.ruleFile(),
                    unknown,
                    PART.substring(0, PART.lastIndexOf('.')).replace('/', '.')));
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
            "base [of two rules]");
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

  /** A jar with nothing but {@link Part}. */
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

  /** Of a library, of which the program loads several versions. */
  public static final class Part {
    /** Called by reflection. */
    public Part() {}

    void close() {}

    void shut() {}
  }

  interface Counted<T> {
    T retain();
  }

  /** The compiler adds a {@code retain()} that returns an Object, and calls the other. */
  static final class Shared implements Counted<Shared> {
    final String name;

    Shared(String name) {
      this.name = name;
    }

    @Override
    public Shared retain() {
      return retain(1);
    }

    Shared retain(int more) {
      return this;
    }

    void release() {
      if (name.equals("failed")) {
        throw new IllegalStateException("as planned");
      }
    }
  }

  static final class Tensor {
    final String name;

    Tensor(String name) {
      this.name = name;
    }

    void giveAway() {
      if (name.equals("refused")) {
        throw new IllegalStateException("as planned");
      }
    }

    void takeBack() {}

    static void found(Tensor tensor) {}

    void close() {}
  }

  static final class Graph {
    private Graph() {}

    static void add(Tensor tensor) {}
  }

  static class Base {
    void close() {}
  }

  static final class Derived extends Base {
    final String name = "of two rules";
  }

  static final class Program {
    private static final int CALLS = 5_000;

    /** Not by the class, which this would load from where this program is. */
    private static final String PART_NAME = "io.ttalloc.it.pitfalls.CountsIT$Part";

    private static final List<Object> KEPT = new ArrayList<>();

    private Program() {}

    public static void main(String[] args) throws Exception {
      references();
      ownership();
      for (String jar : args) {
        URLClassLoader loader =
            new URLClassLoader(
                new URL[] {Path.of(jar).toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        KEPT.add(loader);
        KEPT.add(loader.loadClass(PART_NAME).getConstructor().newInstance());
      }
      keep(new Derived());
      new Derived().close();
    }

    private static void references() throws InterruptedException {
      Counted<Shared> bridged = keep(new Shared("bridged"));
      Object ignored = bridged.retain();
      Shared failed = keep(new Shared("failed")).retain(2);
      fails(failed::release);
      both(keep(new Shared("released by two threads")));
      Phaser phaser = keep(new Phaser(1));
      int registered = phaser.register();
      registered += phaser.arriveAndDeregister();
      Phaser done = keep(new Phaser(1));
      registered += done.arriveAndDeregister();
      System.out.println(registered);
    }

    /** Both threads hold one reference while they retain and release, and then give it up. */
    private static void both(Shared shared) throws InterruptedException {
      Shared ofOther = shared.retain();
      Thread other = new Thread(() -> changes(ofOther));
      other.start();
      changes(shared);
      other.join();
      shared.release();
    }

    private static void changes(Shared shared) {
      for (int i = 0; i < CALLS; i++) {
        shared.retain().release();
      }
      shared.release();
    }

    private static void ownership() throws InterruptedException {
      keep(new Tensor("given away")).giveAway();
      Graph.add(keep(new Tensor("of a graph")));
      Tensor back = keep(new Tensor("taken back"));
      Thread other = new Thread(back::giveAway);
      other.start();
      other.join();
      back.takeBack();
      Tensor found = keep(new Tensor("found"));
      found.giveAway();
      Tensor.found(found);
      Tensor refused = keep(new Tensor("refused"));
      fails(refused::giveAway);
      refused.close();
    }

    private static void fails(Runnable call) {
      try {
        call.run();
        throw new AssertionError("no error");
      } catch (IllegalStateException expected) {
        // As planned.
      }
    }

    private static <T> T keep(T kept) {
      KEPT.add(kept);
      return kept;
    }
  }
}
