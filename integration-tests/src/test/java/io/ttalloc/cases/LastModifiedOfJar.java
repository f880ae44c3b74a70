package io.ttalloc.cases;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/**
 * Asks, with caches disabled, when a resource in a jar was last modified. JDK 17 opens the jar
 * internally and leaves it open; other code cannot close it.
 */
final class LastModifiedOfJar {
  private LastModifiedOfJar() {}

  public static void main(String[] args) throws IOException {
    boolean leak = args[0].equals("leak");
    Path jar = Files.createTempFile("plugin", ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("conf.txt"));
      out.write("v=1".getBytes(StandardCharsets.UTF_8));
      out.closeEntry();
    }
    URL resource = new URL("jar:" + jar.toUri() + "!/conf.txt");
    long sum = 0;
    for (int i = 0; i < 15; i++) {
      sum += leak ? lastModified(resource) : Files.getLastModifiedTime(jar).toMillis();
    }
    System.out.println(sum > 0);
  }

  private static long lastModified(URL resource) throws IOException {
    URLConnection connection = resource.openConnection();
    connection.setUseCaches(false);
    long millis = connection.getLastModified(); // LEAK 15 file on 17
    try (InputStream in = connection.getInputStream()) {
      return in.read() > 0 ? millis : 0;
    }
  }
}
