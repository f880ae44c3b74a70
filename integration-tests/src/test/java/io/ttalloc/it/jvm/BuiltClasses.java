package io.ttalloc.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Classes that a test compiles from its own sources into folders and jars of one folder. */
public final class BuiltClasses {
  private final Path root;

  public BuiltClasses(Path root) {
    this.root = root;
  }

  /** The path of a folder or jar. */
  public Path at(String name) {
    return root.resolve(name);
  }

  /**
   * Compiles sources for Java 17 against the classes of another folder.
   *
   * @param target the name of the folder for the classes
   * @param before the name of the folder to compile against, or an empty string
   * @param sources file names and texts, alternating
   */
  public void compile(String target, String before, String... sources) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("--release", "17", "-cp", at(before).toString(), "-d"));
    arguments.add(at(target).toString());
    for (int i = 0; i < sources.length; i += 2) {
      Path source = at(sources[i]);
      Files.createDirectories(source.getParent());
      arguments.add(Files.writeString(source, sources[i + 1]).toString());
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    assertThat(status).isZero();
  }

  /** Writes the classes of some folders to a jar. */
  public void pack(String jar, @Nullable String mainClass, String... folders) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (mainClass != null) {
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
    }
    try (OutputStream file = Files.newOutputStream(at(jar));
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (String folder : folders) {
        Path classes = at(folder);
        try (Stream<Path> files = Files.walk(classes)) {
          for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
            out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
            Files.copy(each, out);
          }
        }
      }
    }
  }
}
