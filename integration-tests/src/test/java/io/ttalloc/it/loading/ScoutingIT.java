package io.ttalloc.it.loading;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Agents;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the agent closes what it opens when it reads class files through the application's
 * class loaders.
 */
@Variant
class ScoutingIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.loading.ScoutingIT$Part
          subtypes: true
          type: part
          open: [<init>]
          close: [close]
        - class: java.util.zip.ZipFile
          type: zip file
          open: [<init>]
          close: [close]
      """;

  @TempDir private Path folder;

  @OneJdk
  void nothingOfAPluginStaysOpenOnceItsLoaderIsClosed(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    String out = tracked.on(jdk).main(Plugins.class, folder.toString()).run().expectSuccess().out();

    assertThat(out).isEqualTo("no plug-in is open\n");
    JsonReport json = tracked.json();
    assertThat(json.findings("zip file")).isEmpty();
    assertThat(json.findings("part")).hasSize(1);
    assertThat(json.findings("part").get(0).get("count").getAsInt()).isEqualTo(6);
    assertThat(json.misuse()).isEmpty();
    assertThat(json.lastingReasons()).isEmpty();
  }

  /** The rule applies to its subtypes. */
  public static class Part implements AutoCloseable {
    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /**
   * A class in the jar of a plug-in. The agent reads the class file from that jar, because the
   * class is the superclass of {@link Last}.
   */
  public static class Middle extends Part {}

  /** The class that a plug-in instantiates. */
  public static class Last extends Middle {}

  /**
   * Finds resources itself, but lets the superclass open the streams, for which the superclass uses
   * the cache of open jars.
   */
  static final class Finding extends ClassLoader {
    private final URLClassLoader jar;

    Finding(URLClassLoader jar) {
      super(jar.getParent());
      this.jar = jar;
    }

    @Override
    protected @Nullable URL findResource(String name) {
      return jar.findResource(name);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try {
        URL found = findResource(name.replace('.', '/') + ".class");
        if (found == null) {
          throw new ClassNotFoundException(name);
        }
        var connection = found.openConnection();
        connection.setUseCaches(false);
        try (var input = connection.getInputStream()) {
          byte[] file = input.readAllBytes();
          return defineClass(name, file, 0, file.length);
        }
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /**
   * Loads plug-ins with two kinds of loaders, closes the loaders, and checks for open resources.
   */
  static final class Plugins {
    private static final List<Object> KEPT = new ArrayList<>();

    private Plugins() {}

    public static void main(String[] args) throws Exception {
      ClassLoader none = ClassLoader.getPlatformClassLoader();
      ClassLoader parts = new Only(none);
      for (int i = 0; i < 6; i++) {
        Path jar = Path.of(args[0]).resolve("plugin-" + i + ".jar");
        Agents.jarOf(jar, List.of(Middle.class, Last.class));
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, parts)) {
          ClassLoader used = i % 2 == 0 ? loader : new Finding(loader);
          KEPT.add(used.loadClass(Last.class.getName()).getDeclaredConstructor().newInstance());
        }
      }
      List<String> open = openPlugins();
      System.out.println(open.isEmpty() ? "no plug-in is open" : open.toString());
    }

    private static List<String> openPlugins() throws IOException {
      try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
        return descriptors.map(Plugins::target).filter(name -> name.contains("plugin-")).toList();
      }
    }

    private static String target(Path descriptor) {
      try {
        return Files.readSymbolicLink(descriptor).toString();
      } catch (java.nio.file.NoSuchFileException e) {
        return "";
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Finds the superclass of all plug-ins, and nothing else. */
  static final class Only extends ClassLoader {
    Only(ClassLoader parent) {
      super(parent);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.equals(Part.class.getName())) {
        return Part.class;
      }
      throw new ClassNotFoundException(name);
    }

    @Override
    protected @Nullable URL findResource(String name) {
      return name.equals(Part.class.getName().replace('.', '/') + ".class")
          ? ScoutingIT.class.getResource("/" + name)
          : null;
    }
  }
}
