package io.ttalloc.junit;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Calls the agent in this process, through functions that use only JDK types. Thread-safe. */
final class Agent {
  private static final int PROTOCOL = 2;
  private static final String ENTRY = "io.ttalloc.agent.AgentEntry";
  private static final String OTHER_VERSION =
      "the agent and tt-alloc-junit have different versions, expected the same";

  /** The function that passes requests to the agent; null if there is no agent. */
  private final @Nullable BiFunction<String, Object[], Object> requests;

  private final String missing;

  /** Whether the agent may be loaded now. */
  private final boolean mayLoad;

  private Agent(
      @Nullable BiFunction<String, Object[], Object> requests, String missing, boolean mayLoad) {
    this.requests = requests;
    this.missing = missing;
    this.mayLoad = mayLoad;
  }

  /** Returns an instance without an agent, for a run that does not look for one. */
  static Agent none() {
    return new Agent(null, "", false);
  }

  /**
   * Returns the agent of this JVM. If the JVM has no agent, loads the agent, provided that its jar
   * can be found.
   *
   * @param path the jar to load if the JVM has no agent; if empty, the jar on the class path
   */
  static Agent find(String path) {
    Agent found = find();
    if (found.isThere() || !found.mayLoad) {
      return found;
    }
    String jar = path.isEmpty() ? onClassPath() : path;
    if (jar == null) {
      return found;
    }
    String failure = SelfAttach.load(jar);
    return failure == null
        ? find()
        : new Agent(null, "the agent could not be loaded into this JVM (" + failure + ")", false);
  }

  private static @Nullable String onClassPath() {
    try {
      Path jar =
          SelfAttach.locationOf(Class.forName(ENTRY, false, ClassLoader.getSystemClassLoader()));
      return jar == null ? null : jar.toString();
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private static Agent find() {
    try {
      Class<?> entry = Class.forName(ENTRY, true, ClassLoader.getSystemClassLoader());
      @SuppressWarnings("unchecked")
      BiFunction<String, Object[], Object> found =
          (BiFunction<String, Object[], Object>) entry.getMethod("testScopes").invoke(null);
      if (found == null) {
        boolean off = (Boolean) entry.getMethod("isSwitchedOff").invoke(null);
        return new Agent(null, "the agent is loaded but tracks nothing", !off);
      }
      Object protocol = found.apply("protocol", new Object[0]);
      return protocol.equals(PROTOCOL)
          ? new Agent(found, "", false)
          : new Agent(null, OTHER_VERSION, false);
    } catch (ClassNotFoundException e) {
      return new Agent(null, "the agent is not loaded in this JVM", true);
    } catch (NoSuchMethodException e) {
      return new Agent(null, OTHER_VERSION, false);
    } catch (IllegalAccessException | InvocationTargetException | RuntimeException e) {
      return new Agent(null, "the agent could not be queried (" + e + ")", false);
    }
  }

  boolean isThere() {
    return requests != null;
  }

  /** The reason why there is no agent. */
  String missing() {
    return missing;
  }

  /** Begins a scope and returns its id; 0 if there is no agent. */
  long begin(long parent, String kind, String name, String testClass, String method) {
    Object id = ask("begin", parent, kind, name, testClass, method);
    return id == null ? 0 : (Long) id;
  }

  /**
   * Makes a scope the current scope of this thread, and returns the previous one. Everything that
   * the thread opens from then on belongs to the new scope.
   */
  long enter(long scope) {
    Object before = ask("enter", scope);
    return before == null ? 0 : (Long) before;
  }

  /** The number of resources that were opened in a scope. */
  long opened(long scope) {
    Object count = ask("opened", scope);
    return count == null ? 0 : (Long) count;
  }

  /** Ends a scope and returns its leaks. */
  @SuppressWarnings("unchecked")
  List<Map<String, Object>> end(
      long scope,
      long graceMillis,
      List<String> instanceClasses,
      boolean instanceStays,
      List<String> allowed) {
    Object leaks = ask("end", scope, graceMillis, instanceClasses, instanceStays, allowed);
    return leaks == null ? List.of() : (List<Map<String, Object>>) leaks;
  }

  /** Ends the cycles of a repeated test and returns the leaks that grow from cycle to cycle. */
  @SuppressWarnings("unchecked")
  List<Map<String, Object>> grown(List<Long> cycles, long graceMillis, List<String> allowed) {
    Object leaks = ask("grown", cycles, graceMillis, allowed);
    return leaks == null ? List.of() : (List<Map<String, Object>>) leaks;
  }

  /** Returns those of the given patterns that no leak has matched so far. */
  @SuppressWarnings("unchecked")
  List<String> unused(List<String> allowed) {
    Object unused = ask("unused", allowed);
    return unused == null ? List.of() : (List<String>) unused;
  }

  /** Ends a scope without judging it. */
  void leave(long scope) {
    Object unused = ask("leave", scope);
  }

  private @Nullable Object ask(String request, Object... arguments) {
    BiFunction<String, Object[], Object> asked = requests;
    return asked == null ? null : asked.apply(request, arguments);
  }
}
