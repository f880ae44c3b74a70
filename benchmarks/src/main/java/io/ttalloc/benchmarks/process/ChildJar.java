package io.ttalloc.benchmarks.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * A jar that contains only the measured programs, because opening the large jar of the benchmarks
 * would add to the measured time.
 */
final class ChildJar {
  private static final List<Class<?>> CLASSES =
      List.of(
          EmptyAgent.class,
          Hello.class,
          FiveLeaks.class,
          LoadClasses.class,
          Sleeper.class,
          ThenHalt.class,
          LiveResource.class,
          LiveResources.class);

  private ChildJar() {}

  /** Writes the jar, whose agent class is {@link EmptyAgent}. */
  static void write(Path file) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", EmptyAgent.class.getName());
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      for (Class<?> type : CLASSES) {
        String name = type.getName().replace('.', '/') + ".class";
        jar.putNextEntry(new ZipEntry(name));
        try (InputStream in = type.getResourceAsStream("/" + name)) {
          if (in == null) {
            throw new IOException("the class file " + name + " is not in the benchmarks' jar");
          }
          in.transferTo(jar);
        }
        jar.closeEntry();
      }
    }
  }
}
