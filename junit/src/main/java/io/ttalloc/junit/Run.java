package io.ttalloc.junit;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A test run, with its parameters and the agent. Thread-safe. */
final class Run {
  private static final String HOW =
      ": start the test JVM with -javaagent:tt-alloc-agent.jar and the environment variable"
          + " TT_ALLOC_TRACKING_ENABLED=1; until then, no leaks are detected";

  private final Settings settings;
  private final Agent agent;

  /**
   * The patterns of resources that tests may leave open, each with the place of its declaration.
   */
  private final Map<String, String> allowed = new ConcurrentHashMap<>();

  /** The names of the tests that are running. */
  private final Set<String> running = ConcurrentHashMap.newKeySet();

  private final Thread exit = new Thread(this::endsEarly, "tt-alloc-junit");

  private Run(Settings settings, Agent agent) {
    this.settings = settings;
    this.agent = agent;
  }

  /** Begins a run: finds the agent, and checks that the agent records openings. */
  static Run begin(ExtensionContext root) {
    Settings settings = Settings.of(root::getConfigurationParameter);
    Agent agent =
        settings.leaks() == Settings.Leaks.OFF ? Agent.none() : Agent.find(settings.agent());
    Run run = new Run(settings, agent);
    if (settings.leaks() == Settings.Leaks.OFF) {
      System.err.println("tt-alloc: ttalloc.leaks is off: no leaks are detected");
    } else {
      run.requireAgent();
    }
    if (agent.isThere()) {
      Runtime.getRuntime().addShutdownHook(run.exit);
    }
    return run;
  }

  Settings settings() {
    return settings;
  }

  Agent agent() {
    return agent;
  }

  /** Ends the run after all tests, and prints a line for each pattern that no leak has matched. */
  void end() {
    if (!agent.isThere()) {
      return;
    }
    try {
      Runtime.getRuntime().removeShutdownHook(exit);
    } catch (IllegalStateException alreadyEnding) {
      return;
    }
    for (String each : agent.unused(List.copyOf(allowed.keySet()))) {
      System.err.println(
          "tt-alloc: " + allowed.get(each) + " matched nothing in this run: correct or remove it");
    }
  }

  private void endsEarly() {
    System.err.println(
        "tt-alloc: the JVM is exiting before its tests have ended"
            + (running.isEmpty() ? "" : " (still running: " + String.join(", ", running) + ")")
            + ": no test fails because of what is open now, but the report at exit lists it");
  }

  void begins(String test) {
    running.add(test);
  }

  void ended(String test) {
    running.remove(test);
  }

  /** Adds a pattern of resources that tests may leave open, and the place of its declaration. */
  void allow(String pattern, String where) {
    allowed.putIfAbsent(pattern, where);
  }

  private void requireAgent() {
    if (!agent.isThere()) {
      trouble(agent.missing() + HOW);
    } else if (!isCanarySeen()) {
      trouble(
          "the agent did not see a file being opened: the options packs, rules and track"
              + " restrict tracking to what they name; packs=auto selects all packs that ship with"
              + " the agent");
    }
  }

  private void trouble(String what) {
    if (settings.required()) {
      throw new IllegalStateException("tt-alloc: " + what);
    }
    System.err.println("tt-alloc: " + what);
  }

  /** Opens a file and checks whether the agent has recorded the opening. */
  private boolean isCanarySeen() {
    long scope = agent.begin(0, "TEST", "canary", "", "");
    long before = agent.enter(scope);
    try (InputStream file = Canary.open()) {
      return file.available() >= 0 && agent.opened(scope) > 0;
    } catch (IOException e) {
      return true; // The file cannot be opened, so nothing is known.
    } finally {
      agent.enter(before);
      agent.end(scope, 0, List.of(), false, List.of());
    }
  }

  /** If a scope has leaks, throws an error or prints them, depending on the settings. */
  void report(List<Map<String, Object>> leaks, String scope) {
    List<LeakError> errors = new ArrayList<>();
    for (Map<String, Object> leak : leaks) {
      errors.add(error(leak, scope));
    }
    if (errors.isEmpty()) {
      return;
    }
    LeakError first = errors.remove(0);
    errors.forEach(first::addSuppressed);
    if (settings.leaks() == Settings.Leaks.FAIL) {
      throw first;
    }
    System.err.println("tt-alloc: " + first.getMessage());
    for (Throwable other : first.getSuppressed()) {
      System.err.println("tt-alloc: " + other.getMessage());
    }
  }

  private static LeakError error(Map<String, Object> leak, String scope) {
    StringBuilder message = new StringBuilder(scope).append(" left open");
    message.append(leak.containsKey("grows") ? " in each cycle: " : ": ").append(leak.get("title"));
    Object first = leak.get("reportedBy");
    if (first != null) {
      message.append(" (already reported by ").append(first).append(')');
    } else if (leak.get("evidence") instanceof List<?> lines) {
      lines.forEach(line -> message.append("\n  ").append(line));
    }
    Object frames = leak.get("frames");
    return new LeakError(
        message.toString(),
        frames instanceof StackTraceElement[] all ? shown(all) : new StackTraceElement[0]);
  }

  /** Truncates the stack at the first frame of JUnit, as build tools do. */
  private static StackTraceElement[] shown(StackTraceElement[] frames) {
    int end = 0;
    while (end < frames.length && !frames[end].getClassName().startsWith("org.junit.")) {
      end++;
    }
    return Arrays.copyOf(frames, end);
  }
}
