package io.ttalloc.agent;

import io.ttalloc.boot.OwnJar;
import io.ttalloc.boot.PackedLibraries;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.AllPermission;
import java.security.Permissions;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Loads the agent's classes from its jar. The JVM also appends the jar to the class path of the
 * application loader, but for each of about a thousand classes, that loader would search all class
 * path entries before the jar.
 *
 * <p>The jar stays open. The application loader keeps it open as well, and both share the open
 * file. Thread-safe.
 */
final class OwnLoader extends ClassLoader {
  private static final String OWN = "io.ttalloc.";

  /**
   * The prefix of shaded libraries. Checked first, so that most processes, which need no library,
   * never load the class that reads libraries.
   */
  private static final String LIBRARIES = "io/ttalloc/agent/shaded/";

  static {
    boolean unused = registerAsParallelCapable();
  }

  private final File jar;
  private final ZipFile open;
  private final Class<?> entry;
  private final ProtectionDomain domain;

  /** The shaded libraries; null until one of them is needed. */
  private volatile @Nullable PackedLibraries libraries;

  /** The agent's loader in this JVM. Guarded by this class. */
  private static @Nullable ClassLoader own;

  private OwnLoader(File jar, Class<?> entry) throws IOException {
    // The loader has no name, because stack traces would show the name.
    super(ClassLoader.getPlatformClassLoader());
    this.jar = jar;
    this.open = new ZipFile(jar);
    this.entry = entry;
    this.domain = withAllRights(entry.getProtectionDomain());
  }

  /**
   * The agent's class loader. Every call returns the same loader.
   *
   * @param entry the class that the JVM has loaded from the jar
   * @throws IOException if the jar cannot be opened
   */
  static synchronized ClassLoader of(Class<?> entry) throws IOException {
    ClassLoader made = own;
    if (made == null) {
      File jar = OwnJar.of(entry);
      made = jar == null ? entry.getClassLoader() : new OwnLoader(jar, entry);
      own = made;
    }
    return made;
  }

  /**
   * A domain with all permissions, since a user who puts an agent on the command line trusts all of
   * its classes anyway. A policy must still grant the entry class its permissions, because the
   * application loader loads that class.
   */
  private static ProtectionDomain withAllRights(ProtectionDomain of) {
    Permissions all = new Permissions();
    all.add(new AllPermission());
    return new ProtectionDomain(of.getCodeSource(), all);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OWN)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      byte[] file = read(name.replace('.', '/').concat(".class"));
      // A class that is not in the jar is loaded by the boot loader.
      return file == null ? super.loadClass(name, resolve) : define(name, file);
    }
  }

  private Class<?> define(String name, byte[] file) {
    String packageName = name.substring(0, name.lastIndexOf('.'));
    if (getDefinedPackage(packageName) == null) {
      define(packageName);
    }
    return defineClass(name, file, 0, file.length, domain);
  }

  /**
   * Defines a package with the title and version of the entry class's package, which come from the
   * jar's manifest.
   */
  private void define(String packageName) {
    Package known = entry.getPackage();
    try {
      Package ignored =
          definePackage(
              packageName,
              null,
              null,
              null,
              known.getImplementationTitle(),
              known.getImplementationVersion(),
              null,
              null);
    } catch (IllegalArgumentException definedMeanwhile) {
      // Another thread has already defined the package in the same way.
    }
  }

  private byte @Nullable [] read(String name) {
    if (name.startsWith(LIBRARIES) && PackedLibraries.has(name)) {
      return libraries().read(name);
    }
    return readEntry(name);
  }

  private PackedLibraries libraries() {
    PackedLibraries known = libraries;
    if (known == null) {
      try {
        known = PackedLibraries.of(open);
      } catch (IOException e) {
        throw new NoClassDefFoundError(e.getMessage());
      }
      libraries = known;
    }
    return known;
  }

  private byte @Nullable [] readEntry(String name) {
    ZipEntry found = open.getEntry(name);
    if (found == null) {
      return null;
    }
    byte[] file = new byte[(int) found.getSize()];
    try (InputStream in = open.getInputStream(found)) {
      return in.readNBytes(file, 0, file.length) == file.length ? file : null;
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    byte[] found = read(name);
    return found == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(found);
  }

  @Override
  protected @Nullable URL findResource(String name) {
    try {
      return open.getEntry(name) == null ? null : new URL("jar:" + jar.toURI() + "!/" + name);
    } catch (MalformedURLException e) {
      return null;
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL found = findResource(name);
    return Collections.enumeration(found == null ? List.of() : List.of(found));
  }
}
