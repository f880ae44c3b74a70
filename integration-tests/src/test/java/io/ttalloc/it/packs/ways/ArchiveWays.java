package io.ttalloc.it.packs.ways;

import static io.ttalloc.it.packs.ways.Way.way;

import io.ttalloc.it.packs.ways.Way.Opening;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;

/** Ways to open resources of java.util.zip, java.util.jar and zip file systems. */
public final class ArchiveWays implements Ways {
  private static final List<Way> ALL =
      List.of(
          zipFile("new ZipFile(File)", place -> new ZipFile(place.toFile())),
          zipFile("new ZipFile(String)", place -> new ZipFile(place.toString())),
          zipFile(
              "new ZipFile(File, Charset)",
              place -> new ZipFile(place.toFile(), StandardCharsets.UTF_8)),
          zipFile(
              "new ZipFile(String, Charset)",
              place -> new ZipFile(place.toString(), StandardCharsets.UTF_8)),
          zipFile(
              "new ZipFile(File, int)", place -> new ZipFile(place.toFile(), ZipFile.OPEN_READ)),
          zipFile("a subclass of ZipFile", place -> new ZipFile(place.toFile()) {}),
          zipFile("new JarFile(File)", place -> new JarFile(place.toFile())),
          zipFile("new JarFile(String)", place -> new JarFile(place.toString())),
          zipFile("new JarFile(File, boolean)", place -> new JarFile(place.toFile(), false)),
          zipFile("new JarFile(String, boolean)", place -> new JarFile(place.toString(), false)),
          zipFile(
              "new JarFile(File, boolean, int)",
              place -> new JarFile(place.toFile(), true, ZipFile.OPEN_READ)),
          zipFile("a subclass of JarFile", place -> new JarFile(place.toFile()) {}),
          zipFile(
              "new JarFile(File, boolean, int, Runtime.Version)",
              place ->
                  new JarFile(place.toFile(), true, ZipFile.OPEN_READ, JarFile.runtimeVersion())),
          zipFile(
              "JarURLConnection.getJarFile(), without cache",
              place -> {
                JarURLConnection connection = connection(place, "");
                connection.setUseCaches(false);
                return connection.getJarFile();
              }),
          zipFile(
                  "JarURLConnection.getJarFile(), from the cache",
                  place -> connection(place, "").getJarFile())
              .resources(0)
              .unsettled(), // the cache owns the descriptors
          zipFile(
                  "JarURLConnection.getInputStream(), read and closed",
                  place -> {
                    JarURLConnection connection = connection(place, "none");
                    Way.fails(() -> connection.getInputStream().close());
                    JarURLConnection another = connection(place, "entry");
                    another.getInputStream().close();
                    return Way.nothingOpen(another);
                  })
              .resources(0)
              .unsettled(),
          way(
                  "new URLClassLoader(URL[])",
                  "class loader",
                  Place.ARCHIVE,
                  place -> {
                    URLClassLoader loader =
                        new URLClassLoader(new URL[] {place.toUri().toURL()}, null);
                    Objects.requireNonNull(loader.findResource("entry"));
                    return loader;
                  })
              .judged(Way.Judged.LEAK_UNLESS_DROPPED)
              .unsettled(), // has the descriptor of its jar file
          way(
              "FileSystems.newFileSystem(Path)",
              "zip file system",
              Place.ARCHIVE,
              place -> FileSystems.newFileSystem(place)),
          way(
              "FileSystems.newFileSystem(URI, Map)",
              "zip file system",
              Place.ARCHIVE,
              place -> FileSystems.newFileSystem(URI.create("jar:" + place.toUri()), Map.of())));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way zipFile(String code, Opening opening) {
    return way(code, "zip file", Place.ARCHIVE, opening);
  }

  private static JarURLConnection connection(Path archive, String entry) throws Exception {
    URI uri = URI.create("jar:" + archive.toUri() + "!/" + entry);
    return (JarURLConnection) uri.toURL().openConnection();
  }
}
