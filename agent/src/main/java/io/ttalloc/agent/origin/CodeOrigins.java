package io.ttalloc.agent.origin;

import io.ttalloc.agent.weave.classes.Loaders;
import io.ttalloc.ledger.record.OriginRecord;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the origin of each package, decided by the first class of the package. A class of the same
 * package whose origin differs has an entry of its own.
 *
 * <p>Limited to {@link #MAX_ORIGINS} packages and the same number of classes; further packages and
 * classes have no origin. Thread-safe, and without locks of its own, since it is called during
 * class loading.
 */
public final class CodeOrigins {
  static final int MAX_ORIGINS = 1 << 14;

  /** Receives the origins. */
  public interface Sink {
    /**
     * Receives one origin.
     *
     * @param name the name of a package or class, with dots
     * @param flags the flags of {@code OriginRecord}
     */
    void origin(String name, int flags);
  }

  private final MainProgram main;

  /** The origins by internal name, without the flag for the kind of name. */
  private final ConcurrentHashMap<String, Integer> packages = new ConcurrentHashMap<>();

  private final ConcurrentHashMap<String, Integer> classes = new ConcurrentHashMap<>();
  private volatile @Nullable Sink sink;

  public CodeOrigins(MainProgram main) {
    this.main = main;
  }

  /**
   * Notes where a class that is being loaded comes from. Never throws.
   *
   * @param name the internal name
   */
  public void loading(
      @Nullable ClassLoader loader, String name, @Nullable ProtectionDomain domain) {
    try {
      note(loader, name, domain);
    } catch (Throwable e) {
      // For example, the stack or the heap is exhausted: the origin stays unknown.
    }
  }

  private void note(@Nullable ClassLoader loader, String name, @Nullable ProtectionDomain domain) {
    if (Loaders.isPlatform(name)) {
      return;
    }
    URL location = locationOf(domain);
    String packageName = packageOf(name);
    if (loader == null) {
      add(name, packageName, OriginRecord.LIBRARY); // on the boot class path
    } else if (location != null) {
      add(name, packageName, main.originOf(name, packageName, location));
    }
  }

  /**
   * Records where the classes that are already loaded come from. The classes may be in any order.
   * Never throws.
   */
  public void loadedBefore(Class<?>[] loaded) {
    try {
      noteAll(loaded);
    } catch (RuntimeException e) {
      // A security manager forbids access to the origins.
    }
  }

  private void noteAll(Class<?>[] loaded) {
    // The main class first, since the origins of other classes depend on it.
    for (Class<?> each : loaded) {
      URL location = isOrdinary(each) ? locationOf(each.getProtectionDomain()) : null;
      if (location != null) {
        String name = each.getName().replace('.', '/');
        main.seenBefore(name, packageOf(name), location);
      }
    }
    for (Class<?> each : loaded) {
      if (isOrdinary(each)) {
        loading(
            each.getClassLoader(), each.getName().replace('.', '/'), each.getProtectionDomain());
      }
    }
  }

  private static boolean isOrdinary(Class<?> loaded) {
    return loaded.getClassLoader() != null
        && !loaded.isArray()
        && !loaded.isPrimitive()
        && !loaded.isHidden();
  }

  /** Writes all origins to the sink: those known now, and those found later. */
  public void connect(Sink target) {
    // Set first: an origin that is added in the meantime may be written twice, but is not missed.
    sink = target;
    for (Map.Entry<String, Integer> each : packages.entrySet()) {
      target.origin(each.getKey().replace('/', '.'), each.getValue() | OriginRecord.OF_PACKAGE);
    }
    for (Map.Entry<String, Integer> each : classes.entrySet()) {
      target.origin(each.getKey().replace('/', '.'), each.getValue() | OriginRecord.OF_CLASS);
    }
  }

  private void add(String name, String packageName, int origin) {
    Integer known = packages.get(packageName);
    if (known == null && packages.mappingCount() < MAX_ORIGINS) {
      known = packages.putIfAbsent(packageName, origin);
      if (known == null) {
        write(packageName, origin | OriginRecord.OF_PACKAGE);
        return;
      }
    }
    if (known != null
        && known != origin
        && classes.mappingCount() < MAX_ORIGINS
        && classes.putIfAbsent(name, origin) == null) {
      write(name, origin | OriginRecord.OF_CLASS);
    }
  }

  private void write(String internalName, int flags) {
    Sink target = sink;
    if (target != null) {
      target.origin(internalName.replace('/', '.'), flags);
    }
  }

  private static @Nullable URL locationOf(@Nullable ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    return source == null ? null : source.getLocation();
  }

  private static String packageOf(String internalName) {
    int slash = internalName.lastIndexOf('/');
    return slash < 0 ? "" : internalName.substring(0, slash);
  }
}
