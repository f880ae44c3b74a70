package io.ttalloc.it.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.wiring.BundleWiring;

/**
 * Tests bundles of Apache Felix, whose class loaders delegate only {@code java.*} and imported
 * packages.
 */
@Variant
class FelixIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.loading.FelixIT$Tap
          type: tap
          open: [<init>]
          close: [close]
          bytes: size()
          label: name()
      """;

  @TempDir private Path folder;

  @OneJdk
  void aBundleIsTrackedAndItsLoaderIsCollected(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("packs=jdk-files,jdk-memory");
    Path cache = tracked.file("cache");

    JvmResult result =
        tracked
            .on(jdk)
            .classPath(TestJvm.locationOf(FrameworkFactory.class))
            .main(Hosts.class, bundle().toString(), cache.toString())
            .run()
            .expectSuccess();

    assertThat(result.out()).isEqualTo("woven, without io.ttalloc\nuninstalled, loader is gone\n");
    JsonReport json = tracked.json();
    List<JsonObject> leaks =
        json.findings().stream().filter(each -> each.get("leak").getAsBoolean()).toList();
    assertThat(leaks).as(result.err()).hasSize(1);
    assertThat(leaks.get(0).get("type").getAsString()).isEqualTo("tap");
    assertThat(leaks.get(0).get("verdict").getAsString()).isEqualTo("LOST");
    assertThat(leaks.get(0).get("count").getAsInt()).isEqualTo(1);
    assertThat(leaks.get(0).get("bytes").getAsLong()).isEqualTo(812);
    assertThat(JsonReport.texts(leaks.get(0), "labels")).containsExactly("a tap");
    assertThat(JsonReport.frames(leaks.get(0), "openedBy").get(1))
        .startsWith("FelixIT$InBundle.run(FelixIT.java:");
    assertThat(result.err())
        .containsPattern("FelixIT\\.InBundle\\.run\\(FelixIT\\.java:\\d+\\)   <- your code");
    assertThat(json.misuse()).as(result.err()).isEmpty();
    assertThat(json.lastingReasons()).as(result.err()).isEmpty();
  }

  /** A bundle that imports nothing. */
  private Path bundle() throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
    attributes.putValue(Constants.BUNDLE_SYMBOLICNAME, "com.acme.taps");
    Path jar = folder.resolve("taps.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (Class<?> each : List.of(Tap.class, InBundle.class)) {
        String entry = each.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(entry));
        try (InputStream in = each.getResourceAsStream("/" + entry)) {
          Objects.requireNonNull(in, entry).transferTo(out);
        }
      }
    }
    return jar;
  }

  /** The tracked class. */
  static final class Tap implements AutoCloseable {
    private int size = 812;

    int size() {
      return size;
    }

    String name() {
      return "a tap";
    }

    @Override
    public void close() {
      size = 0;
    }
  }

  /** The code of the bundle: opens two taps, closes one, and drops the other. */
  public static final class InBundle implements Runnable {
    /** Called by the surrounding program. */
    public InBundle() {}

    @Override
    public void run() {
      try (Tap closed = new Tap()) {
        Tap dropped = new Tap();
        if (closed.size() != dropped.size()) {
          throw new IllegalStateException("a tap is not open");
        }
      }
    }
  }

  /** Installs the bundle, runs it, uninstalls it, and waits for its loader to be collected. */
  static final class Hosts {

    private Hosts() {}

    public static void main(String[] args) throws Exception {
      Framework framework =
          new FrameworkFactory()
              .newFramework(
                  Map.of(
                      Constants.FRAMEWORK_STORAGE,
                      args[1],
                      Constants.FRAMEWORK_BOOTDELEGATION,
                      "",
                      "felix.log.level",
                      "1"));
      framework.start();
      WeakReference<ClassLoader> loader = runBundle(framework.getBundleContext(), args[0]);
      Await.collecting(() -> loader.refersTo(null));
      System.out.println("uninstalled, loader is gone");
      framework.stop();
      framework.waitForStop(0);
    }

    private static WeakReference<ClassLoader> runBundle(BundleContext context, String jar)
        throws Exception {
      Bundle bundle = context.installBundle(Path.of(jar).toUri().toString());
      bundle.start();
      ClassLoader loader = bundle.adapt(BundleWiring.class).getClassLoader();
      Class<?> code = bundle.loadClass("io.ttalloc.it.loading.FelixIT$InBundle");
      ((Runnable) code.getConstructor().newInstance()).run();
      Class<?> tap = bundle.loadClass("io.ttalloc.it.loading.FelixIT$Tap");
      List<String> said = new ArrayList<>();
      said.add(tap.getClassLoader() == loader && isWoven(tap) ? "woven" : "not woven");
      said.add(sees(bundle, "io.ttalloc.probe.Probe") ? "with io.ttalloc" : "without io.ttalloc");
      System.out.println(String.join(", ", said));
      bundle.uninstall();
      return new WeakReference<>(loader);
    }

    private static boolean sees(Bundle bundle, String name) {
      try {
        return bundle.loadClass(name) != null;
      } catch (ClassNotFoundException e) {
        return false;
      }
    }

    private static boolean isWoven(Class<?> type) {
      return List.of(type.getDeclaredFields()).stream()
          .anyMatch(field -> field.getName().equals("$ttAllocResource"));
    }
  }
}
