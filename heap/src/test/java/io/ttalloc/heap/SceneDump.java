package io.ttalloc.heap;

import io.ttalloc.heap.scene.Agent;
import io.ttalloc.heap.scene.SceneProgram;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Heap dumps of the scenes: one that most tests in this JVM share, and others on request. */
final class SceneDump {
  private static final class Once {
    static final Path FILE = of(Path.of(System.getProperty("java.home")), "Serial");
  }

  private SceneDump() {}

  /** The dump of this JDK with the serial collector. */
  static Path file() {
    return Once.FILE;
  }

  /** Creates a dump, which is deleted when this JVM ends. */
  static Path of(Path javaHome, String collector) {
    try {
      Path folder = Files.createTempDirectory("tt-alloc-heap-");
      Path dump = folder.resolve("scenes.hprof");
      Process process =
          new ProcessBuilder(
                  javaHome.resolve("bin/java").toString(),
                  "-javaagent:" + agent(folder),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+Use" + collector + "GC",
                  "-Xmx64m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  SceneProgram.class.getName(),
                  dump.toString())
              .inheritIO()
              .start();
      int status = process.waitFor();
      if (status != 0) {
        throw new IllegalStateException("the program of the scenes ended with " + status);
      }
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
      return dump;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A jar whose manifest names the agent; the agent's classes are on the class path. */
  private static Path agent(Path folder) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", Agent.class.getName());
    Path jar = folder.resolve("agent.jar");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
    return jar;
  }

  private static void delete(Path folder) {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
