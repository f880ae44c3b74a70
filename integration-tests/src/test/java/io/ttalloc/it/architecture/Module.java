package io.ttalloc.it.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * A module of the build. Immutable.
 *
 * @param name the name of the module in the parent POM
 * @param position the index of the module in the parent POM; it may use only modules before it
 */
record Module(String name, int position) {
  private static final Map<Module, JavaClasses> IMPORTED = new ConcurrentHashMap<>();

  /** The modules in the order of the parent POM. */
  static List<Module> all() {
    Path pom = Repository.root().resolve("pom.xml");
    try {
      Document document =
          DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(pom.toFile());
      NodeList names = document.getElementsByTagName("module");
      List<Module> modules = new ArrayList<>();
      for (int i = 0; i < names.getLength(); i++) {
        modules.add(new Module(names.item(i).getTextContent().strip(), i));
      }
      return List.copyOf(modules);
    } catch (IOException | SAXException | ParserConfigurationException e) {
      throw new IllegalStateException("cannot read the modules of " + pom, e);
    }
  }

  /**
   * The modules that are built before integration-tests, so that its tests find their class files.
   */
  static List<Module> underTest() {
    return all().stream().takeWhile(module -> !module.name.equals("integration-tests")).toList();
  }

  /**
   * The base package of the module, such as io.ttalloc.runtime for runtime-model. For the module
   * native, whose name is a Java keyword, the package is io.ttalloc.natives.
   */
  String basePackage() {
    return "io.ttalloc." + (name.equals("native") ? "natives" : name.split("-", 2)[0]);
  }

  /** Whether the module has Java sources besides tests. */
  boolean hasSources() {
    return !packageFolders("main").isEmpty();
  }

  Path folder() {
    return Repository.root().resolve(name);
  }

  /** The class files of the module without tests; none if the module has no sources yet. */
  JavaClasses classes() {
    return IMPORTED.computeIfAbsent(this, Module::importClasses);
  }

  /** The folder of the module's class files without tests, from the same build as these tests. */
  Path classFolder() {
    try {
      Path own = Path.of(Module.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path module = Repository.root().resolve("integration-tests");
      return folder().resolve(module.relativize(own)).resolveSibling("classes");
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private JavaClasses importClasses() {
    Path classes = classFolder();
    if (hasSources() && !Files.isDirectory(classes)) {
      throw new IllegalStateException(
          "%s is missing, expected the classes of %s: run mvn verify in the root"
              .formatted(classes, name));
    }
    return new ClassFileImporter().importPath(classes);
  }

  /** The folders of a source set, main or test, that contain Java files. */
  List<Path> packageFolders(String sourceSet) {
    Path sources = sources(sourceSet);
    if (!Files.isDirectory(sources)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> sources.relativize(file).getParent())
          .distinct()
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the sources in " + sources, e);
    }
  }

  Path sources(String sourceSet) {
    return folder().resolve("src").resolve(sourceSet).resolve("java");
  }

  @Override
  public String toString() {
    return name;
  }
}
