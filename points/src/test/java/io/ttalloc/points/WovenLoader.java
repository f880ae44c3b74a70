package io.ttalloc.points;

import io.ttalloc.ledger.LedgerLayout;
import io.ttalloc.ledger.mapped.SegmentedFile;
import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.Hooks;
import io.ttalloc.probe.close.Closings;
import io.ttalloc.probe.commit.Endings;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.open.Openings;
import io.ttalloc.probe.own.Scopes;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.stack.StackCapture;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;

/**
 * Defines its own woven copies of the classes of the probe and of the ledger's writer, and an
 * unwoven copy of {@link WovenProduct}, which calls them. All other classes, including the reader
 * of ledgers, come from its parent.
 */
final class WovenLoader extends ClassLoader {
  /** One class of each package whose classes are woven. */
  private static final List<Class<?>> PACKAGES =
      List.of(
          LedgerLayout.class,
          SegmentedFile.class,
          Slots.class,
          LedgerWriter.class,
          Hooks.class,
          ProbeRules.class,
          Resource.class,
          ThreadState.class,
          StackCapture.class,
          Endings.class,
          Closings.class,
          Scopes.class,
          Openings.class);

  private static final Set<String> WOVEN =
      PACKAGES.stream().map(Class::getPackageName).collect(Collectors.toUnmodifiableSet());

  /** Makes the visitor that weaves a class. */
  interface Weaver {
    /**
     * Returns a visitor that adds points to a class and passes it on.
     *
     * @param name as in {@code io.ttalloc.probe.Hooks}
     */
    ClassVisitor of(String name, ClassVisitor next);
  }

  private final Weaver weaver;
  private final int readerFlags;

  /**
   * Creates a loader of woven copies.
   *
   * @param readerFlags the frames that the weaver needs: {@code ClassReader.EXPAND_FRAMES} or 0
   */
  private WovenLoader(Weaver weaver, int readerFlags) {
    super(WovenLoader.class.getClassLoader());
    this.weaver = weaver;
    this.readerFlags = readerFlags;
  }

  /**
   * Returns the interface to new woven copies. All copies are initialized at once, because their
   * initialization is not under test.
   */
  static Product product(Weaver weaver, int readerFlags) {
    WovenLoader loader = new WovenLoader(weaver, readerFlags);
    try {
      for (Class<?> type : PACKAGES) {
        for (String name : loader.classesBeside(type)) {
          Class<?> unused = Class.forName(name, true, loader);
        }
      }
      return loader
          .loadClass(WovenProduct.class.getName())
          .asSubclass(Product.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The names of the classes in the same package and the same folder or jar as the given class. */
  private List<String> classesBeside(Class<?> known) {
    String folder = known.getPackageName().replace('.', '/');
    try {
      URI place = known.getProtectionDomain().getCodeSource().getLocation().toURI();
      if (Files.isDirectory(Path.of(place))) {
        return classesIn(Path.of(place).resolve(folder), known.getPackageName());
      }
      try (FileSystem jar = FileSystems.newFileSystem(Path.of(place), (ClassLoader) null)) {
        return classesIn(jar.getPath(folder), known.getPackageName());
      }
    } catch (URISyntaxException | IOException e) {
      throw new IllegalStateException("cannot list the classes beside " + known, e);
    }
  }

  private static List<String> classesIn(Path folder, String packageName) throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = file.getFileName().toString();
        if (name.endsWith(".class") && !name.startsWith("package-info")) {
          names.add(packageName + "." + name.substring(0, name.length() - ".class".length()));
        }
      }
    }
    return names;
  }

  private static boolean isWoven(String name) {
    return WOVEN.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!isWoven(name) && !name.startsWith(WovenProduct.class.getName())) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] bytes = bytesOf(name);
    if (isWoven(name)) {
      ClassReader reader = new ClassReader(bytes);
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      reader.accept(weaver.of(name, SparseGrowth.of(name, writer)), readerFlags);
      bytes = writer.toByteArray();
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] bytesOf(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
