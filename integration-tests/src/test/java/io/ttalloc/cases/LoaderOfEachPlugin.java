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

/** Looks up resources in plug-ins, each with its own class loader, and keeps the loaders open. */
final class LoaderOfEachPlugin {
  private static final List<URLClassLoader> LOADERS = new ArrayList<>();

  private LoaderOfEachPlugin() {}

  public static void main(String[] args) throws IOException {
    boolean leak = args[0].equals("leak");
    Path jar = Files.createTempFile("plugin", ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("messages.txt"));
      out.closeEntry();
    }
    for (int i = 0; i < 10; i++) {
      URLClassLoader loader = loader(jar);
      if (leak) {
        LOADERS.add(loader);
      } else {
        loader.close();
      }
    }
    Files.delete(jar);
  }

  private static URLClassLoader loader(Path jar) throws IOException {
    URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}); // LEAK 10 class loader
    loader.findResource("messages-en.txt");
    return loader;
  }
}
