package io.ttalloc.ledger.attach;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A request to the agent in a running process. Immutable.
 *
 * @param version the version of the agent to attach
 * @param pid the process, by the id under which the operating system lists it
 * @param folder the absolute path against which relative paths in options are resolved
 * @param options the text that would follow {@code -javaagent:JAR=}; empty if there are no options
 * @param variables the {@code TT_ALLOC_} environment variables of the requesting process, and HOME
 */
public record AttachRequest(
    Action action,
    String version,
    long pid,
    String folder,
    String options,
    Map<String, String> variables) {

  /** The requested action. */
  public enum Action {
    /** Start tracking. */
    ATTACH,
    /** End tracking. */
    DETACH
  }

  /**
   * The character that precedes the folder of a request in an agent argument. Options never start
   * with this character.
   */
  private static final String MARK = "@";

  private static final String FILE = "request";
  private static final String VARIABLE = "variable.";
  private static final int MAX_BYTES = 1 << 20;

  public AttachRequest {
    variables = Map.copyOf(variables);
  }

  /** Whether the request contains options, or environment variables other than HOME. */
  public boolean hasOptions() {
    return !options.isBlank() || variables.keySet().stream().anyMatch(name -> !name.equals("HOME"));
  }

  /** The agent argument that makes the agent read the request in a folder. */
  public static String argument(Path folder) {
    return MARK + folder.toAbsolutePath();
  }

  /**
   * The folder of the request to which an agent argument refers; null if the argument contains
   * options instead.
   */
  public static @Nullable Path folderIn(@Nullable String argument) {
    return argument == null || !argument.startsWith(MARK)
        ? null
        : Path.of(argument.substring(MARK.length()));
  }

  /**
   * Writes the request to a folder that only this user can enter.
   *
   * @throws IOException if it cannot be written
   */
  public void write(Path to) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("action", action.name().toLowerCase(Locale.ROOT));
    properties.setProperty("version", version);
    properties.setProperty("pid", Long.toString(pid));
    properties.setProperty("folder", folder);
    properties.setProperty("options", options);
    variables.forEach((name, value) -> properties.setProperty(VARIABLE + name, value));
    StringWriter text = new StringWriter();
    properties.store(text, null);
    Files.writeString(to.resolve(FILE), text.toString());
  }

  /**
   * Reads the request in a folder.
   *
   * @throws IOException if the folder contains no request that this version understands
   */
  public static AttachRequest read(Path from) throws IOException {
    Path file = from.resolve(FILE);
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException(
          file + " has more than " + MAX_BYTES + " bytes, expected an attach request");
    }
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      properties.load(in);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " is not an attach request: " + e.getMessage(), e);
    }
    Map<String, String> variables = new LinkedHashMap<>();
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith(VARIABLE)) {
        variables.put(name.substring(VARIABLE.length()), properties.getProperty(name));
      }
    }
    return new AttachRequest(
        action(properties.getProperty("action", ""), file),
        properties.getProperty("version", ""),
        number(properties.getProperty("pid", "")),
        properties.getProperty("folder", ""),
        properties.getProperty("options", ""),
        variables);
  }

  /**
   * Parses the process id; 0 if it is missing or malformed. A request of another version may lack a
   * process id, but is refused in any case because of its version.
   */
  private static long number(String written) {
    try {
      return Long.parseLong(written);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static Action action(String written, Path file) throws IOException {
    for (Action action : Action.values()) {
      if (action.name().toLowerCase(Locale.ROOT).equals(written)) {
        return action;
      }
    }
    throw new IOException(file + " asks for '" + written + "', expected attach or detach");
  }
}
