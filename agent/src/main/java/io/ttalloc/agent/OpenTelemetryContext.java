package io.ttalloc.agent;

import io.ttalloc.agent.loading.OwnContext;
import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.probe.resource.TraceContext;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the trace and span of OpenTelemetry's current context, both from the application's library
 * and from the copy in OpenTelemetry's agent.
 *
 * <p>A copy of the library is called only after the program has made a context current: by then,
 * all classes that the call needs are loaded. If a hook loaded one of these classes while another
 * class is being loaded, the library's class could become unusable for good. Keeps no class loader
 * of the application alive: the method handles are stored with the library's own class.
 */
final class OpenTelemetryContext extends TraceContext implements ClassFileTransformer {
  private static final String SHADED = "io/opentelemetry/javaagent/shaded/";

  /** The class that is loaded when a context is made current for the first time. */
  private static final String FIRST_USE =
      "io/opentelemetry/context/ThreadLocalContextStorage$ScopeImpl";

  private static final String SPAN = "io.opentelemetry.api.trace.Span";
  private static final String SPAN_CONTEXT = "io.opentelemetry.api.trace.SpanContext";
  private static final String NO_TRACE = "0".repeat(32);
  private static final String CONTEXT = "io.opentelemetry.context.Context";

  private static final MethodType OF_OBJECT = MethodType.methodType(Object.class, Object.class);

  /** The methods of one copy of the library; all take and return an Object. */
  private record Library(
      MethodHandle currentSpan, MethodHandle context, MethodHandle traceId, MethodHandle spanId) {

    /** The trace and span; null if no span is current, or if it has no identifiers. */
    @Nullable String identifiers() throws Throwable {
      Object span = (Object) currentSpan.invokeExact();
      if (span == null) {
        return null;
      }
      Object found = (Object) context.invokeExact(span);
      String trace = String.valueOf((Object) traceId.invokeExact(found));
      return trace.equals(NO_TRACE)
          ? null
          : trace.concat(" span ").concat(String.valueOf((Object) spanId.invokeExact(found)));
    }
  }

  private static final ClassValue<List<Library>> KEPT =
      new ClassValue<>() {
        @Override
        protected List<Library> computeValue(Class<?> span) {
          return new ArrayList<>(1);
        }
      };

  /** Replaced by a new list whenever another copy is found. */
  private volatile List<WeakReference<Library>> libraries = List.of();

  private OpenTelemetryContext() {}

  /**
   * Looks for the library among the loaded classes, and among all classes that are loaded from now
   * on.
   */
  static void use(Instrumentation instrumentation) {
    OpenTelemetryContext made = new OpenTelemetryContext();
    made.link();
    instrumentation.addTransformer(made, true);
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      made.loading(loaded.getClassLoader(), loaded.getName().replace('.', '/'));
    }
    TraceContext.use(made);
  }

  /** Runs the code that hooks will run, so that no hook has to load a class for it. */
  private void link() {
    MethodHandle same = MethodHandles.identity(Object.class);
    add(
        OpenTelemetryContext.class,
        new Library(MethodHandles.constant(Object.class, "none"), same, same, same));
    String unused = identifiers();
    libraries = List.of();
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (name != null && redefined == null) {
      loading(loader, name);
    }
    return null;
  }

  private void loading(@Nullable ClassLoader loader, String name) {
    if (name.endsWith(FIRST_USE)) {
      String prefix = name.startsWith(SHADED) ? SHADED.replace('/', '.') : "";
      Thread unused = OwnContext.start("tt-alloc-trace", 0, () -> bind(loader, prefix));
    }
  }

  private void bind(@Nullable ClassLoader loader, String prefix) {
    try {
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Class<?> context = Class.forName(prefix + CONTEXT, false, loader);
      Class<?> span = Class.forName(prefix + SPAN, false, loader);
      Class<?> spanContext = Class.forName(prefix + SPAN_CONTEXT, false, loader);
      MethodType text = MethodType.methodType(String.class);
      Library library =
          new Library(
              MethodHandles.filterReturnValue(
                      lookup.findStatic(context, "current", MethodType.methodType(context)),
                      lookup.findStatic(
                          span, "fromContextOrNull", MethodType.methodType(span, context)))
                  .asType(MethodType.methodType(Object.class)),
              lookup
                  .findVirtual(span, "getSpanContext", MethodType.methodType(spanContext))
                  .asType(OF_OBJECT),
              lookup.findVirtual(spanContext, "getTraceId", text).asType(OF_OBJECT),
              lookup.findVirtual(spanContext, "getSpanId", text).asType(OF_OBJECT));
      add(span, library);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      AgentLog.of("trace").info("this version of OpenTelemetry is not supported", e);
    }
  }

  private synchronized void add(Class<?> span, Library library) {
    KEPT.get(span).add(library);
    List<WeakReference<Library>> longer = new ArrayList<>();
    for (WeakReference<Library> known : libraries) {
      if (known.get() != null) {
        longer.add(known);
      }
    }
    longer.add(new WeakReference<>(library));
    libraries = List.copyOf(longer);
  }

  @Override
  protected @Nullable String identifiers() {
    List<WeakReference<Library>> known = libraries;
    for (int i = 0; i < known.size(); i++) {
      Library library = known.get(i).get();
      try {
        String found = library == null ? null : library.identifiers();
        if (found != null) {
          return found;
        }
      } catch (Throwable e) {
        TraceContext.use(null);
        Console.line(
            "OpenTelemetry's context could not be read ("
                + e.getClass().getName()
                + "); resources opened from now on will have no trace");
      }
    }
    return null;
  }
}
