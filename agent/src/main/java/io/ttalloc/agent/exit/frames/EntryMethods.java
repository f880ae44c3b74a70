package io.ttalloc.agent.exit.frames;

import io.ttalloc.agent.weave.classes.AnyVersion;
import io.ttalloc.agent.weave.classes.ClassFiles;
import io.ttalloc.agent.weave.classes.CloseCode;
import io.ttalloc.agent.weave.classes.DeclaredMethods;
import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MethodRecord;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.Probe;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Records the methods through which the program opened the resources that it has not closed, and
 * what these methods return. Reads the class files that class loaders find, and loads only JDK
 * classes. Methods with the same name are not distinguished. Single-threaded.
 */
public final class EntryMethods {
  private static final int MAX_METHODS = 256;

  /** The time limit for class loaders, which are application code. */
  private static final long LIMIT_MILLIS = 5_000;

  private static final String CLOSE = "close";
  private static final String SHUTDOWN = "shutdown";

  /** Names that libraries give to methods that close or stop something. */
  private static final Set<String> CLOSERS =
      Set.of(
          CLOSE,
          "destroy",
          "disconnect",
          "dispose",
          "end",
          "release",
          SHUTDOWN,
          "shutdownNow",
          "stop",
          "terminate");

  /** The names of the types of plain values, which are not resources. */
  private static final Set<String> VALUES =
      Set.of(
          "void",
          "boolean",
          "byte",
          "char",
          "short",
          "int",
          "long",
          "float",
          "double",
          "java.lang.String",
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Character",
          "java.lang.Short",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Float",
          "java.lang.Double",
          "java.lang.Void");

  private static final String ARRAY = "[]";
  private static final String CONSTRUCTOR = "<init>";

  /**
   * The methods with one name in a class, and whether the class has a method that closes or stops
   * something.
   */
  private static final class Methods {
    private final String name;

    /** The names of the types that these methods return. */
    private final Set<String> returned = new HashSet<>();

    /** The names of the instance methods without parameters that close or stop something. */
    private final Set<String> closers = new HashSet<>();

    private boolean onObjects = true;
    private boolean closes;

    Methods(String name) {
      this.name = name;
    }

    void add(DeclaredMethods.Method method) {
      boolean onObject = !Modifier.isStatic(method.access());
      if (method.name().equals(name)) {
        returned.add(returned(method.descriptor()));
        onObjects &= onObject;
      }
      boolean closer = CLOSERS.contains(method.name()) && Modifier.isPublic(method.access());
      closes |= closer;
      if (closer && onObject && method.descriptor().startsWith("()")) {
        closers.add(method.name());
      }
    }

    /** The name of the type that a method with this descriptor returns, as in source code. */
    private static String returned(String descriptor) {
      int start = descriptor.indexOf(')') + 1;
      int element = descriptor.lastIndexOf('[') < start ? start : descriptor.lastIndexOf('[') + 1;
      String name =
          switch (descriptor.charAt(element)) {
            case 'V' -> "void";
            case 'Z' -> "boolean";
            case 'B' -> "byte";
            case 'C' -> "char";
            case 'S' -> "short";
            case 'I' -> "int";
            case 'J' -> "long";
            case 'F' -> "float";
            case 'D' -> "double";
            default -> descriptor.substring(element + 1, descriptor.length() - 1).replace('/', '.');
          };
      return name + ARRAY.repeat(element - start);
    }

    boolean giveNothing() {
      return returned.stream().allMatch(Methods::isValue);
    }

    private static boolean isValue(String type) {
      int end = type.indexOf(ARRAY);
      return VALUES.contains(end < 0 ? type : type.substring(0, end));
    }
  }

  private final Instrumentation instrumentation;
  private final LedgerWriter ledger;
  private final Predicate<String> ownsByConstructor;
  private final Map<String, Class<?>> loaded = new HashMap<>();
  private final Map<String, Optional<TryBlocks>> tryBlocks = new HashMap<>();
  private final Map<String, Set<String>> handling = new HashMap<>();
  private boolean recorded;

  /** The records; null until the methods have been read. */
  private volatile @Nullable List<MethodRecord> found;

  /**
   * Creates an instance that has read and recorded nothing.
   *
   * @param instrumentation lists the loaded classes
   * @param ownsByConstructor whether the rule of a class says that what its constructors open
   *     belongs to the new object
   */
  public EntryMethods(
      Instrumentation instrumentation, LedgerWriter ledger, Predicate<String> ownsByConstructor) {
    this.instrumentation = instrumentation;
    this.ledger = ledger;
    this.ownsByConstructor = ownsByConstructor;
  }

  /**
   * Records the methods for resources that are open or that the program never closed, and adds them
   * to this image of the ledger. Images that are read later contain these records anyway.
   */
  public void addTo(LedgerImage image) {
    if (recorded) {
      return;
    }
    recorded = true;
    try {
      Map<String, Map<String, Set<Frame>>> called = called(image);
      if (!called.isEmpty()) {
        boolean ignored = TimedTask.run("tt-alloc-methods", () -> readUnseen(called), LIMIT_MILLIS);
      }
    } catch (InterruptedException | RuntimeException | OutOfMemoryError e) {
      return; // Without these records, the advice has less information.
    }
    List<MethodRecord> methods = found;
    if (methods == null) {
      return;
    }
    for (MethodRecord method : methods) {
      method.write(ledger.rows());
      image.add(method);
    }
  }

  /**
   * Reads the methods without recording the files that class loaders open meanwhile, because the
   * agent causes these files to be opened, not the application.
   */
  private void readUnseen(Map<String, Map<String, Set<Frame>>> called) {
    try {
      Probe.unseen(() -> found = read(called));
    } catch (Throwable e) {
      // For example, memory has run out. Then nothing is found.
    }
  }

  /** The names of the methods to read, by class, with the calling frames of each. */
  private Map<String, Map<String, Set<Frame>>> called(LedgerImage image) {
    Map<String, Map<String, Set<Frame>>> asked = new LinkedHashMap<>();
    CallSites sites = CallSites.of(image);
    int count = 0;
    for (TallyEntry tally : image.tallies().values()) {
      boolean left =
          tally.open() > 0 || tally.losses().collected() > 0 || tally.closes().reclaimed() > 0;
      if (!left) {
        continue;
      }
      Opening opening = sites.read(tally.type(), tally.stack());
      Frame caller = opening.yours();
      for (Frame entry : entries(opening)) {
        if (caller != null && count < MAX_METHODS) {
          boolean added =
              asked
                  .computeIfAbsent(entry.className(), name -> new LinkedHashMap<>())
                  .computeIfAbsent(entry.method(), name -> new LinkedHashSet<>())
                  .add(caller);
          count += added ? 1 : 0;
        }
      }
    }
    return asked;
  }

  /**
   * The method that the user's code called to open the resource, followed by the user's method that
   * made the call and may itself return the resource. If the stack contains only library code, the
   * innermost method stands in for the user's method, and the advice names the jar of that method.
   */
  private static List<Frame> entries(Opening opening) {
    Frame called = opening.called();
    Frame own = opening.yours();
    List<Frame> entries = new ArrayList<>();
    if (called != null) {
      entries.add(called);
    }
    if (own != null) {
      entries.add(own);
    }
    return entries;
  }

  private List<MethodRecord> read(Map<String, Map<String, Set<Frame>>> asked) {
    for (Class<?> each : instrumentation.getAllLoadedClasses()) {
      loaded.putIfAbsent(each.getName(), each);
    }
    List<MethodRecord> records = new ArrayList<>();
    for (Map.Entry<String, Map<String, Set<Frame>>> ofClass : asked.entrySet()) {
      Class<?> type = loaded.get(ofClass.getKey());
      if (type != null) {
        for (Map.Entry<String, Set<Frame>> method : ofClass.getValue().entrySet()) {
          MethodRecord record = record(type, method.getKey(), method.getValue());
          if (record != null) {
            records.add(record);
          }
        }
      }
    }
    return records;
  }

  /**
   * Whether every caller of a method closes the method's result in a try statement.
   *
   * @param callee the name of the method; for a constructor, the internal name of its class
   * @param onlyWrapper whether to require that the callers close only an object made from the
   *     result
   */
  private boolean closeResult(Set<Frame> callers, String callee, boolean onlyWrapper) {
    for (Frame caller : callers) {
      if (!handling.computeIfAbsent(caller.className(), this::handling).contains(caller.method())) {
        return false; // Checked first, since this needs no ASM, which a warm start has not loaded.
      }
      TryBlocks blocks = tryBlocks.computeIfAbsent(caller.className(), this::blocks).orElse(null);
      if (blocks == null
          || !blocks.closesResult(caller.method(), caller.line(), callee)
          || (onlyWrapper && !blocks.closesWrapper(caller.method(), caller.line(), callee))) {
        return false;
      }
    }
    return true;
  }

  /** The names of the methods of a class that have exception handlers. */
  private Set<String> handling(String className) {
    Class<?> type = loaded.get(className);
    List<DeclaredMethods.Method> declared = type == null ? null : declared(type);
    Set<String> names = new HashSet<>();
    for (DeclaredMethods.Method method :
        declared == null ? List.<DeclaredMethods.Method>of() : declared) {
      if (method.handles()) {
        names.add(method.name());
      }
    }
    return names;
  }

  private Optional<TryBlocks> blocks(String className) {
    Class<?> type = loaded.get(className);
    return Optional.ofNullable(type == null ? null : FrameGuards.blocks(type));
  }

  private @Nullable MethodRecord record(Class<?> owner, String name, Set<Frame> callers) {
    if (name.equals(CONSTRUCTOR)) {
      return constructor(owner, callers);
    }
    Methods methods = methods(owner, name);
    if (methods == null || methods.returned.isEmpty()) {
      return null;
    }
    boolean nothing = methods.giveNothing();
    String only = methods.returned.size() == 1 ? methods.returned.iterator().next() : null;
    String returned = only == null || nothing || only.endsWith(ARRAY) ? null : only;
    Class<?> type = returned == null ? null : loaded.get(returned);
    boolean closeable = type != null && AutoCloseable.class.isAssignableFrom(type);
    boolean resultClosed = !nothing && closeResult(callers, name, false);
    String calledOn =
        closeable || resultClosed || !methods.onObjects ? null : closeableOfJdk(owner);
    // Closing a stream does not close what the stream's functions open.
    boolean onStream = nothing && BaseStream.class.isAssignableFrom(owner);
    String closer =
        calledOn == null
            ? closerOf(
                owner, resultClosed ? null : type, methods.onObjects && (nothing || resultClosed))
            : onStream ? null : CLOSE;
    return new MethodRecord(
        owner.getName(),
        name,
        calledOn == null ? returned : calledOn,
        jar(owner),
        nothing,
        resultClosed ? AutoCloseable.class.isAssignableFrom(owner) : closeable || calledOn != null,
        methods.onObjects && (methods.closes || hasCloser(owner)),
        calledOn != null,
        closer,
        resultClosed);
  }

  private MethodRecord constructor(Class<?> owner, Set<Frame> callers) {
    String name = owner.getName().replace('.', '/');
    String overrider = closeResult(callers, name, false) ? overrider(owner) : null;
    return new MethodRecord(
        owner.getName(),
        CONSTRUCTOR,
        overrider,
        jar(owner),
        ownsByConstructor.test(owner.getName()),
        AutoCloseable.class.isAssignableFrom(owner),
        false,
        false,
        closer(owner),
        overrider != null || closeResult(callers, name, true));
  }

  /**
   * The first class, among the given class and its superclasses, whose close method might not call
   * the close method of its own superclass; null if there is none outside the JDK.
   */
  private static @Nullable String overrider(Class<?> owner) {
    Class<?> at = owner;
    while (at != null && !FrameGuards.isOfJdk(at.getName())) {
      byte[] file = ClassFiles.read(at.getClassLoader(), at.getName().replace('.', '/'));
      CloseCode code = file == null ? null : CloseCode.of(AnyVersion.reader(file));
      Class<?> above = at.getSuperclass();
      if ((code == CloseCode.WORKS || code == CloseCode.EMPTY)
          && above != null
          && AutoCloseable.class.isAssignableFrom(above)) {
        return at.getName();
      }
      at = above;
    }
    return null;
  }

  /**
   * The method that closes the result of a method; or, if there is no result or it is already
   * closed, the method that closes the object on which the method was called. Null if there is
   * none.
   */
  private static @Nullable String closerOf(
      Class<?> owner, @Nullable Class<?> returned, boolean onlyObject) {
    if (returned != null) {
      return closer(returned);
    }
    return onlyObject ? closer(owner) : null;
  }

  /**
   * The method {@code close} if the type is AutoCloseable; otherwise the type's only method without
   * parameters that closes an object. Null if there is no such method, if there are several (apart
   * from {@code shutdownNow} beside {@code shutdown}), or if the methods are unknown.
   */
  private static @Nullable String closer(Class<?> type) {
    if (AutoCloseable.class.isAssignableFrom(type)) {
      return CLOSE;
    }
    Set<String> closers = new HashSet<>();
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      Methods methods = methods(at, "");
      if (methods == null) {
        return null;
      }
      closers.addAll(methods.closers);
    }
    if (closers.contains(SHUTDOWN)) {
      closers.remove("shutdownNow");
    }
    return closers.size() == 1 ? closers.iterator().next() : null;
  }

  /**
   * The type by which programs know the closeable objects of a JDK class, such as {@code Stream};
   * null if the class is not in the JDK or its objects cannot be closed.
   */
  private static @Nullable String closeableOfJdk(Class<?> owner) {
    if (owner.getClassLoader() != null || !AutoCloseable.class.isAssignableFrom(owner)) {
      return null;
    }
    for (Class<?> at = owner; at != null; at = at.getSuperclass()) {
      if (Modifier.isPublic(at.getModifiers())) {
        return AutoCloseable.class.isAssignableFrom(at) ? at.getName() : null;
      }
      for (Class<?> known : at.getInterfaces()) {
        if (known != AutoCloseable.class && AutoCloseable.class.isAssignableFrom(known)) {
          return known.getName();
        }
      }
    }
    return null;
  }

  /** The methods of a class; null if they are unknown. */
  private static @Nullable Methods methods(Class<?> owner, String name) {
    List<DeclaredMethods.Method> declared = declared(owner);
    if (declared == null) {
      return null;
    }
    Methods methods = new Methods(name);
    for (DeclaredMethods.Method method : declared) {
      if ((method.access() & Opcodes.ACC_BRIDGE) == 0) {
        methods.add(method);
      }
    }
    return methods;
  }

  /** The methods that a class declares; null if they are unknown. */
  private static @Nullable List<DeclaredMethods.Method> declared(Class<?> owner) {
    byte[] file = ClassFiles.read(owner.getClassLoader(), owner.getName().replace('.', '/'));
    try {
      return file == null ? null : DeclaredMethods.of(file);
    } catch (RuntimeException e) {
      return null; // A class loader may return any bytes.
    }
  }

  /** Whether a class is AutoCloseable, or inherits a method that closes its objects. */
  private static boolean hasCloser(Class<?> owner) {
    if (AutoCloseable.class.isAssignableFrom(owner)) {
      return true;
    }
    Class<?> above = owner.getSuperclass();
    while (above != null && above != Object.class) {
      Methods inherited = methods(above, "");
      if (inherited == null || inherited.closes) {
        return true; // A class that cannot be read may have any method.
      }
      above = above.getSuperclass();
    }
    return false;
  }

  private static @Nullable String jar(Class<?> owner) {
    ProtectionDomain domain = owner.getClassLoader() == null ? null : owner.getProtectionDomain();
    CodeSource source = domain == null ? null : domain.getCodeSource();
    URL location = source == null ? null : source.getLocation();
    String path = location == null ? "" : location.getPath();
    int end = path.lastIndexOf(".jar");
    return end < 0 ? null : path.substring(path.lastIndexOf('/', end) + 1, end + 4);
  }
}
