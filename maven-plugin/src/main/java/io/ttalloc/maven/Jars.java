package io.ttalloc.maven;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;

/**
 * The JAR files of the agent and the command, which are contained in the JAR file of the plugin.
 */
final class Jars {
  private Jars() {}

  /**
   * Returns the agent's JAR file in a directory; unpacks the file unless this version is already
   * there.
   */
  static Path agent(Path directory) throws IOException {
    return unpacked("tt-alloc-agent.jar", directory);
  }

  /**
   * Returns the command's JAR file in a directory; unpacks the file unless this version is already
   * there.
   */
  static Path command(Path directory) throws IOException {
    return unpacked("tt-alloc-cli.jar", directory);
  }

  private static synchronized Path unpacked(String name, Path directory) throws IOException {
    URL packed = Jars.class.getResource("/META-INF/tt-alloc/" + name);
    if (packed == null) {
      throw new FileNotFoundException("the plugin's jar has no " + name);
    }
    URLConnection connection = packed.openConnection();
    connection.setUseCaches(false);
    Path jar = directory.resolve(name);
    // All entries of the plugin's JAR file have the same time in every version of the plugin. The
    // time of the JAR file itself differs between versions, so that time is used.
    FileTime version = FileTime.fromMillis(lastModified(connection));
    if (!Files.exists(jar) || !Files.getLastModifiedTime(jar).equals(version)) {
      Path whole = Files.createTempFile(directory, name, null);
      try (InputStream in = connection.getInputStream()) {
        Files.copy(in, whole, StandardCopyOption.REPLACE_EXISTING);
      }
      Files.setLastModifiedTime(whole, version);
      Files.move(whole, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
    return jar;
  }

  private static long lastModified(URLConnection connection) throws IOException {
    return connection instanceof JarURLConnection inJar
        ? inJar.getJarFileURL().openConnection().getLastModified()
        : connection.getLastModified();
  }
}
