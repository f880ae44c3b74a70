package io.ttalloc.agent.origin;

import io.ttalloc.ledger.record.OriginRecord;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The origin of the code of each package, decided by its first class, and of single classes whose
 * package also has code from elsewhere.
 *
 * <p>Bounded by {@link #MAX_ORIGINS} packages and as many classes; what is beyond has no origin.
 * Thread-safe and without locks of its own: it is called while classes are loaded.
 */
public final class CodeOrigins {
  static final int MAX_ORIGINS = 1 << 14;

  /** Receives the origins. */
  public interface Sink {
    /** Like {@code LedgerWriter.origin}. */
    void origin(String name, int flags);
  }

  private final MainProgram main;

  /** By the internal name, without the flag for the kind of name. */
  private final ConcurrentHashMap<String, Integer> packages = new ConcurrentHashMap<>();

  private final ConcurrentHashMap<String, Integer> classes = new ConcurrentHashMap<>();
  private volatile @Nullable Sink sink;

  public CodeOrigins(MainProgram main) {
    this.main = main;
  }

  /**
   * Notes where a class comes from that is being loaded. Never throws.
   *
   * @param name the internal name
   */
  public void loading(
      @Nullable ClassLoader loader, String name, @Nullable ProtectionDomain domain) {
    try {
      note(loader, name, domain);
    } catch (Throwable e) {
      // For example at the end of the stack or the heap: its origin stays unknown.
    }
  }

  private void note(@Nullable ClassLoader loader, String name, @Nullable ProtectionDomain domain) {
    if (isPlatform(name)) {
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

  /** Notes where classes come from that were loaded before, in any order. Never throws. */
  public void loadedBefore(Class<?>[] loaded) {
    try {
      noteAll(loaded);
    } catch (RuntimeException e) {
      // A security manager keeps it secret.
    }
  }

  private void noteAll(Class<?>[] loaded) {
    // The main class first: it decides about others.
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

  /** Writes everything to the sink, now and from now on. */
  public void connect(Sink target) {
    // Set first: an origin that is added meanwhile may be written twice, but is not missed.
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

  /** The analysis knows the platform by the same names. */
  private static boolean isPlatform(String name) {
    return name.startsWith("java/")
        || name.startsWith("javax/")
        || name.startsWith("jdk/")
        || name.startsWith("sun/")
        || name.startsWith("com/sun/");
  }
}
