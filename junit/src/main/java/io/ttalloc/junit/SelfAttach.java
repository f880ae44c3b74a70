package io.ttalloc.junit;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Loads the agent into this JVM from another JVM that is started only for this purpose, since a JVM
 * may not attach to itself. Stateless.
 */
final class SelfAttach {
  private static final long LIMIT_SECONDS = 60;

  /**
   * The environment variables that contain JVM flags. They are not passed to the other JVM, because
   * such flags may load agents and debuggers that are meant only for this JVM.
   */
  private static final List<String> FLAGS_FROM_OUTSIDE =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private SelfAttach() {}

  /**
   * The main method of the other JVM: attaches to a process and loads the agent into it. On
   * failure, prints the reason and exits with status 1.
   *
   * @param arguments the id of the process to attach to, the path of the agent, and the agent's
   *     options
   */
  public static void main(String[] arguments) {
    try {
      VirtualMachine target = VirtualMachine.attach(arguments[0]);
      try {
        target.loadAgent(arguments[1], arguments[2]);
      } finally {
        target.detach();
      }
    } catch (AttachNotSupportedException
        | AgentLoadException
        | AgentInitializationException
        | IOException
        | LinkageError e) {
      System.out.println(e);
      System.exit(1);
    }
  }

  /**
   * Loads an agent into this JVM.
   *
   * @param agent the path of the agent, optionally followed by {@code =} and options
   * @return the reason for a failure; null on success
   */
  static @Nullable String load(String agent) {
    int equals = agent.indexOf('=');
    Path jar = Path.of(equals < 0 ? agent : agent.substring(0, equals)).toAbsolutePath();
    if (!Files.isRegularFile(jar)) {
      return "file not found: " + jar;
    }
    Path own = locationOf(SelfAttach.class);
    String home = System.getProperty("java.home");
    if (own == null || home == null) {
      return "tt-alloc-junit was not loaded from a jar or folder, or java.home is not set";
    }
    ProcessBuilder other =
        new ProcessBuilder(
                Path.of(home, "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                own.toString(),
                SelfAttach.class.getName(),
                String.valueOf(ProcessHandle.current().pid()),
                jar.toString(),
                equals < 0 ? "" : agent.substring(equals + 1))
            .redirectErrorStream(true);
    other.environment().keySet().removeAll(FLAGS_FROM_OUTSIDE);
    try {
      return awaited(other.start());
    } catch (IOException e) {
      return e.toString();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private static @Nullable String awaited(Process other) throws IOException, InterruptedException {
    try {
      if (!other.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        return "the process that loads it did not end within " + LIMIT_SECONDS + " s";
      }
      // The other JVM prints at most a few lines. They fit into the buffer of the pipe, so that JVM
      // does not block before this read.
      String said = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return other.exitValue() == 0 ? null : said.strip();
    } finally {
      other.destroyForcibly();
    }
  }

  /** The jar or folder that contains a class; null if the class does not come from a file. */
  static @Nullable Path locationOf(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return null;
    }
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException | IllegalArgumentException e) {
      return null;
    }
  }
}
