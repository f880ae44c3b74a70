package io.ttalloc.it.otheragents;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * Another agent, such as a profiler or a coverage tool: it rewrites the classes of this package
 * when they are loaded, and later retransforms a loaded class. The rewriting only adds counters.
 * Runs in the JVM under test, from a jar that the test builds.
 */
public final class RetransformingAgent implements ClassFileTransformer {

  private static final AtomicInteger REWRITTEN = new AtomicInteger();
  private static @Nullable Instrumentation instrumentation;

  private RetransformingAgent() {}

  /** Called by the JVM. */
  public static void premain(String argument, Instrumentation given) {
    instrumentation = given;
    given.addTransformer(new RetransformingAgent(), true);
  }

  /** Makes the JVM pass a loaded class through all transformers again. */
  static void retransform(Class<?> type) {
    try {
      Objects.requireNonNull(instrumentation, "the agent was not started").retransformClasses(type);
    } catch (Exception e) {
      throw new IllegalStateException("cannot retransform " + type, e);
    }
  }

  /** The number of times that the agent has rewritten a class. */
  static int rewritten() {
    return REWRITTEN.get();
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (name == null || !name.startsWith("io/ttalloc/it/otheragents/OtherAgentsIT$Cup")) {
      return null;
    }
    REWRITTEN.incrementAndGet();
    return classFile.clone();
  }

  /** Builds the jar that {@code -javaagent} needs. */
  static Path jarIn(Path folder) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", RetransformingAgent.class.getName());
    attributes.putValue("Can-Retransform-Classes", "true");
    String entry = RetransformingAgent.class.getName().replace('.', '/') + ".class";
    Path jar = folder.resolve("other-agent.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream in = RetransformingAgent.class.getResourceAsStream("/" + entry)) {
      out.putNextEntry(new JarEntry(entry));
      Objects.requireNonNull(in, entry).transferTo(out);
    }
    return jar;
  }
}
