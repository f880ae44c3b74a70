package io.ttalloc.agent.weave.classes;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.util.Enumeration;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * Finds the version that a jar or a folder of classes states. Maven's {@code pom.properties} takes
 * precedence over the manifest, since a library is often packed into an application, whose manifest
 * has the application's version. If a jar contains several {@code pom.properties} files, the
 * version is unknown, since each file may state a different one. Stateless.
 */
public final class LibraryFile {
  private static final String MAVEN = "META-INF/maven/";
  private static final String POM = "/pom.properties";
  private static final String[] IN_MANIFEST = {
    "Implementation-Version", "Bundle-Version", "Specification-Version"
  };

  private LibraryFile() {}

  /**
   * The version; null if there is none.
   *
   * @param root the URL of a jar's content or of a folder, with a trailing slash
   */
  public static @Nullable String versionOf(String root) {
    try {
      URLConnection connection = new URL(root).openConnection();
      if (connection instanceof JarURLConnection jar) {
        // A cached jar is shared with the application and would stay open.
        connection.setUseCaches(false);
        try (JarFile file = jar.getJarFile()) {
          return ofJar(file);
        }
      }
      try (InputStream in = new URL(root + JarFile.MANIFEST_NAME).openStream()) {
        return ofManifest(new Manifest(in));
      }
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  private static @Nullable String ofJar(JarFile jar) throws IOException {
    JarEntry pom = null;
    for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
      JarEntry entry = all.nextElement();
      if (entry.getName().startsWith(MAVEN) && entry.getName().endsWith(POM)) {
        if (pom != null) {
          return null;
        }
        pom = entry;
      }
    }
    if (pom != null) {
      Properties properties = new Properties();
      try (InputStream in = jar.getInputStream(pom)) {
        properties.load(in);
      }
      String version = properties.getProperty("version");
      if (version != null) {
        return version;
      }
    }
    Manifest manifest = jar.getManifest();
    return manifest == null ? null : ofManifest(manifest);
  }

  private static @Nullable String ofManifest(Manifest manifest) {
    Attributes attributes = manifest.getMainAttributes();
    for (String name : IN_MANIFEST) {
      String version = attributes.getValue(name);
      if (version != null) {
        return version.strip();
      }
    }
    return null;
  }
}
