package io.ttalloc.it.packs;

import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;

/** The ways of java.util.zip, java.util.jar and zip file systems. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum ArchiveWay implements Way {
  ZIP_FILE("new ZipFile(File)", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new ZipFile(place.toFile());
    }
  },
  ZIP_NAME("new ZipFile(String)", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new ZipFile(place.toString());
    }
  },
  ZIP_CHARSET("new ZipFile(File, Charset)", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new ZipFile(place.toFile(), StandardCharsets.UTF_8);
    }
  },
  ZIP_NAME_CHARSET("new ZipFile(String, Charset)", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new ZipFile(place.toString(), StandardCharsets.UTF_8);
    }
  },
  ZIP_MODE("new ZipFile(File, int)", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new ZipFile(place.toFile(), ZipFile.OPEN_READ);
    }
  },
  ZIP_SUBCLASS("a subclass of ZipFile", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new ZipFile(place.toFile()) {};
    }
  },
  JAR_FILE("new JarFile(File)", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new JarFile(place.toFile());
    }
  },
  JAR_NAME("new JarFile(String)", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new JarFile(place.toString());
    }
  },
  JAR_VERIFY("new JarFile(File, boolean)", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new JarFile(place.toFile(), false);
    }
  },
  JAR_NAME_VERIFY("new JarFile(String, boolean)", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new JarFile(place.toString(), false);
    }
  },
  JAR_MODE("new JarFile(File, boolean, int)", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new JarFile(place.toFile(), true, ZipFile.OPEN_READ);
    }
  },
  JAR_SUBCLASS("a subclass of JarFile", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new JarFile(place.toFile()) {};
    }
  },
  JAR_VERSION("new JarFile(File, boolean, int, Runtime.Version)", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return new JarFile(place.toFile(), true, ZipFile.OPEN_READ, JarFile.runtimeVersion());
    }
  },
  JAR_URL("JarURLConnection.getJarFile(), without cache", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      JarURLConnection connection = connection(place, "");
      connection.setUseCaches(false);
      return connection.getJarFile();
    }
  },
  JAR_URL_CACHED("JarURLConnection.getJarFile(), from the cache", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return connection(place, "").getJarFile();
    }

    @Override
    public int resources() {
      return 0;
    }

    @Override
    public boolean settles() {
      return false; // the cache has descriptors
    }
  },
  JAR_URL_ENTRY("JarURLConnection.getInputStream(), read and closed", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      JarURLConnection connection = connection(place, "none");
      Way.fails(() -> connection.getInputStream().close());
      JarURLConnection another = connection(place, "entry");
      another.getInputStream().close();
      return Way.nothingOpen(another);
    }

    @Override
    public int resources() {
      return 0;
    }

    @Override
    public boolean settles() {
      return false;
    }
  },
  CLASS_LOADER("new URLClassLoader(URL[])", "zip file", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      URLClassLoader loader = new URLClassLoader(new URL[] {place.toUri().toURL()}, null);
      Objects.requireNonNull(loader.findResource("entry"));
      return loader;
    }

    @Override
    public int resources() {
      return 0;
    }

    @Override
    public boolean settles() {
      return false; // it has descriptors
    }
  },
  FILE_SYSTEM("FileSystems.newFileSystem(Path)", "zip file system", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return FileSystems.newFileSystem(place);
    }
  },
  FILE_SYSTEM_URI("FileSystems.newFileSystem(URI, Map)", "zip file system", Place.ARCHIVE) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return FileSystems.newFileSystem(URI.create("jar:" + place.toUri()), Map.of());
    }
  };

  private final Facts facts;

  ArchiveWay(String code, String type, Place place) {
    this.facts = new Facts(code, type, place, Judged.LEAK);
  }

  @Override
  public Facts facts() {
    return facts;
  }

  private static JarURLConnection connection(Path archive, String entry) throws Exception {
    URI uri = URI.create("jar:" + archive.toUri() + "!/" + entry);
    return (JarURLConnection) uri.toURL().openConnection();
  }
}
