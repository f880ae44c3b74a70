package io.ttalloc.it.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Copies of the agent's jar with changes. */
public final class AgentCopy {
  private AgentCopy() {}

  /** A copy with a different version. */
  public static Path ofVersion(String version, Path copy) throws IOException {
    return make(
        copy, main -> main.put(Attributes.Name.IMPLEMENTATION_VERSION, version), name -> true);
  }

  /** A damaged copy, which lacks a class. */
  public static Path without(String className, Path copy) throws IOException {
    String missing = className.replace('.', '/') + ".class";
    return make(copy, main -> {}, name -> !name.equals(missing));
  }

  private static Path make(Path copy, Consumer<Attributes> change, Predicate<String> keeps)
      throws IOException {
    try (JarFile from = new JarFile(Repository.agentJar().toFile())) {
      Manifest manifest = new Manifest(from.getManifest());
      change.accept(manifest.getMainAttributes());
      try (JarOutputStream to = new JarOutputStream(Files.newOutputStream(copy), manifest)) {
        for (Enumeration<JarEntry> all = from.entries(); all.hasMoreElements(); ) {
          JarEntry entry = all.nextElement();
          if (!entry.getName().equals(JarFile.MANIFEST_NAME) && keeps.test(entry.getName())) {
            to.putNextEntry(new JarEntry(entry.getName()));
            try (InputStream in = from.getInputStream(entry)) {
              in.transferTo(to);
            }
          }
        }
      }
    }
    return copy;
  }
}
