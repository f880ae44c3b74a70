package io.ttalloc.cases;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/** Loaders of plug-ins that are kept and never closed, each with its jar open. */
final class PluginLoaders {
  private static final List<URLClassLoader> KEPT = new ArrayList<>();

  private PluginLoaders() {}

  public static void main(String[] args) throws IOException {
    boolean leak = args[0].equals("leak");
    Path jar = Files.createTempFile("plugin", ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("messages.xml"));
      out.write(65);
      out.closeEntry();
    }
    for (int i = 0; i < 10; i++) {
      if (leak) {
        KEPT.add(load(jar));
      } else {
        loadClosing(jar);
      }
    }
  }

  private static URLClassLoader load(Path jar) throws IOException {
    URL[] urls = {jar.toUri().toURL()};
    URLClassLoader loader = new URLClassLoader(urls); // LEAK 10 class loader
    loader.findResource("messages_en.xml");
    return loader;
  }

  private static void loadClosing(Path jar) throws IOException {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
      loader.findResource("messages_en.xml");
    }
  }
}
