package io.ttalloc.it.jvm;

import io.ttalloc.testing.Await;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A JVM to be started by a test: its JDK, its program, and the packaged agent unless that is
 * omitted. Mutable, not thread-safe; it may start any number of JVMs.
 *
 * <p>The JVM inherits the environment of the build, without variables that would affect it, such as
 * {@code TT_ALLOC_*} and {@code JAVA_TOOL_OPTIONS}. With the agent, three variables are set:
 *
 * <ul>
 *   <li>{@code TT_ALLOC_TRACKING_ENABLED=1}
 *   <li>{@code TT_ALLOC_HOLDERS=false}, because reading the heap takes half a second and most tests
 *       do not need it
 *   <li>{@code TT_ALLOC_TEXT=full}, because tests check the whole report
 * </ul>
 *
 * <p>{@link #environment}, {@link #withoutEnvironment}, {@link #shortText} and the agent's own
 * options can change these settings.
 */
public final class TestJvm {

  private static final String SWITCH = "TT_ALLOC_TRACKING_ENABLED";

  /** An option that selects rules. */
  private static final Pattern CHOICE = Pattern.compile("(^|,)(rules|packs|track)=");

  /** Set to true by the profile {@code reliability}. */
  private static final String OPTIMIZES = "test.optimizes";

  private static final List<String> FROM_OUTSIDE =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

  private final Jdk jdk;
  private final List<String> launcher = new ArrayList<>();
  private final List<String> jvmFlags = new ArrayList<>();
  private final List<String> jvmFlagsBehindAgent = new ArrayList<>();
  private final List<Path> classPath = new ArrayList<>();
  private final List<String> program = new ArrayList<>();
  private final Map<String, @Nullable String> environment = new LinkedHashMap<>();
  private boolean agent = true;
  private boolean optimizes;
  private String agentOptions = "";
  private Duration timeLimit = Duration.ofSeconds(100);
  private @Nullable Path directory;
  private @Nullable Path agentJar;
  private Runnable whenEnded = () -> {};

  private TestJvm(Jdk jdk) {
    this.jdk = jdk;
  }

  /** A JVM of the given JDK, without a program yet. */
  public static TestJvm on(Jdk jdk) {
    return new TestJvm(jdk);
  }

  /** Omits the agent and the variable that enables it. */
  public TestJvm withoutAgent() {
    agent = false;
    return this;
  }

  /**
   * Lets the JVM use the optimizing compiler and its default collector, as users' JVMs do.
   * Otherwise, the JVM uses only the C1 compiler, compiles a method only after six times the usual
   * number of calls, and uses the serial collector: a short program then takes 30 to 40 % less
   * processor time. For tests that depend on JIT-compiled woven code or on many threads; the
   * profile {@code reliability} does this for every JVM.
   */
  public TestJvm optimizing() {
    optimizes = true;
    return this;
  }

  /**
   * The flags of a JVM that is not {@link #optimizing}, for JVMs that are not started by this
   * class.
   */
  public static String[] quickFlags() {
    return Boolean.getBoolean(OPTIMIZES)
        ? new String[0]
        : new String[] {
          "-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=6", "-XX:+UseSerialGC"
        };
  }

  /** Starts the JVM through a command, whose last arguments are the command line of the JVM. */
  public TestJvm launchedBy(String... command) {
    Collections.addAll(launcher, command);
    return this;
  }

  /** Uses this copy of the agent's jar instead of the built one. */
  public TestJvm agentJar(Path jar) {
    agentJar = jar;
    return this;
  }

  /** Sets the options after the {@code =} of {@code -javaagent}. */
  public TestJvm agentOptions(String options) {
    agentOptions = options;
    return this;
  }

  /** Sets a variable of the environment. */
  public TestJvm environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Removes a variable from the environment. */
  public TestJvm withoutEnvironment(String name) {
    environment.put(name, null);
    return this;
  }

  /** Makes the agent write the short text, which users get by default. */
  public TestJvm shortText() {
    return withoutEnvironment("TT_ALLOC_TEXT");
  }

  /** Adds JVM flags before the agent. */
  public TestJvm jvmFlags(String... flags) {
    Collections.addAll(jvmFlags, flags);
    return this;
  }

  /** Adds JVM flags after the agent's flag; another agent in these flags starts after ours. */
  public TestJvm jvmFlagsBehindAgent(String... flags) {
    Collections.addAll(jvmFlagsBehindAgent, flags);
    return this;
  }

  /** Adds jars or folders to the class path. */
  public TestJvm classPath(Path... entries) {
    Collections.addAll(classPath, entries);
    return this;
  }

  /**
   * Runs a class on this JVM's class path, usually a program next to the test. The class path also
   * has the classes with which programs wait for their test.
   */
  public TestJvm main(Class<?> mainClass, String... args) {
    classPath(locationOf(mainClass), locationOf(Await.class));
    return main(mainClass.getName(), args);
  }

  /** Runs a class by name. */
  public TestJvm main(String mainClass, String... args) {
    program.clear();
    program.add(mainClass);
    Collections.addAll(program, args);
    return this;
  }

  /** Runs a jar. */
  public TestJvm jar(Path jar, String... args) {
    main("-jar");
    program.add(jar.toString());
    Collections.addAll(program, args);
    return this;
  }

  /**
   * Runs the packaged command line as the launcher does: without the agent, and with the JVM's own
   * messages on standard error.
   */
  public TestJvm monitor(String... args) {
    return withoutAgent()
        .jvmFlags(monitorFlags())
        .jvmFlags("-Dtt-alloc.home=" + Repository.root())
        .jar(Repository.monitorJar(), args);
  }

  /** The flags with which the launcher keeps the JVM's own messages out of standard output. */
  public static String[] monitorFlags() {
    return new String[] {
      "-XX:+DisplayVMOutputToStderr", "-Xlog:disable", "-Xlog:all=warning:stderr:uptime,level,tags"
    };
  }

  /**
   * Runs a scenario of the packaged demonstration as the launcher does: reports name the scenario,
   * and the runtime is tracked unless the agent's options, which must already be set, select
   * something else.
   */
  public TestJvm demo(String... args) {
    environment.putIfAbsent("TT_ALLOC_COMMAND", "full");
    if (!CHOICE.matcher(agentOptions).find()) {
      environment.putIfAbsent("TT_ALLOC_PACKS", "tt-runtime");
    }
    return jar(Repository.demoJar(), args);
  }

  /**
   * Sets the time limit of each wait; the limit is not a test of speed. The default is 100 seconds,
   * less than the time limit of a test, so that a failure shows the output of the JVM.
   */
  public TestJvm timeLimit(Duration limit) {
    timeLimit = limit;
    return this;
  }

  /** Sets the working directory; the default is the working directory of the build. */
  public TestJvm directory(Path folder) {
    directory = folder;
    return this;
  }

  /** Runs a task when the process has ended, however it ended, before the test continues. */
  public TestJvm whenEnded(Runnable task) {
    whenEnded = task;
    return this;
  }

  /** Starts the JVM and waits for its end. */
  public JvmResult run() throws InterruptedException {
    try (RunningJvm running = start()) {
      return running.awaitEnd();
    }
  }

  /** Starts the JVM. */
  public RunningJvm start() {
    List<String> command = command();
    ProcessBuilder builder = new ProcessBuilder(command);
    if (directory != null) {
      builder.directory(directory.toFile());
    }
    adapt(builder.environment());
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      return new RunningJvm(command, process, timeLimit, whenEnded);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command, e);
    }
  }

  private List<String> command() {
    if (program.isEmpty()) {
      throw new IllegalStateException("no program given: main, jar or demo says what to run");
    }
    List<String> command = new ArrayList<>(launcher);
    command.add(jdk.java().toString());
    if (!optimizes) {
      Collections.addAll(command, quickFlags());
    }
    command.addAll(jvmFlags);
    if (agent) {
      String options = agentOptions.isEmpty() ? "" : "=" + agentOptions;
      Path jar = agentJar == null ? Repository.agentJar() : agentJar;
      command.add("-javaagent:" + jar + options);
    }
    command.addAll(jvmFlagsBehindAgent);
    if (!classPath.isEmpty()) {
      command.add("-cp");
      command.add(
          classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    }
    command.addAll(program);
    return command;
  }

  private void adapt(Map<String, String> inherited) {
    inherited
        .keySet()
        .removeIf(name -> name.startsWith("TT_ALLOC_") || FROM_OUTSIDE.contains(name));
    if (agent) {
      inherited.put(SWITCH, "1");
      inherited.put("TT_ALLOC_HOLDERS", "false");
      inherited.put("TT_ALLOC_TEXT", "full");
    }
    environment.forEach(
        (name, value) -> {
          if (value == null) {
            inherited.remove(name);
          } else {
            inherited.put(name, value);
          }
        });
  }

  /** The jar or folder from which this JVM loaded a class. */
  public static Path locationOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(type + " does not come from a file", e);
    }
  }
}
