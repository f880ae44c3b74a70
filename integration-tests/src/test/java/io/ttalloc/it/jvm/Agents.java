package io.ttalloc.it.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Creates jars from test classes. */
public final class Agents {
  private Agents() {}

  /** A jar for {@code -javaagent}, with the agent's class and other classes. */
  public static Path jarOf(Path folder, Class<?> agent, Class<?>... others) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", agent.getName());
    attributes.putValue("Can-Retransform-Classes", "true");
    attributes.putValue("Can-Redefine-Classes", "true");
    Path jar = folder.resolve(agent.getSimpleName() + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      add(agent, out);
      for (Class<?> other : others) {
        add(other, out);
      }
    }
    return jar;
  }

  /** A jar with the given classes. */
  public static Path jarOf(Path jar, Iterable<Class<?>> classes) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Class<?> each : classes) {
        add(each, out);
      }
    }
    return jar;
  }

  private static void add(Class<?> type, JarOutputStream out) throws IOException {
    String entry = type.getName().replace('.', '/') + ".class";
    out.putNextEntry(new JarEntry(entry));
    try (InputStream in = type.getResourceAsStream("/" + entry)) {
      Objects.requireNonNull(in, entry).transferTo(out);
    }
  }
}
