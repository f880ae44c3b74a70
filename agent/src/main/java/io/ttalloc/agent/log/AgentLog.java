package io.ttalloc.agent.log;

/**
 * The agent's log: lines on standard error about what the agent does, for users who set {@code
 * verbose}. Otherwise no line is written, and no text is created for it. Thread-safe.
 */
public final class AgentLog {
  private static final AgentLog SILENT = new AgentLog("");

  private static volatile boolean verbose;

  private final String part;

  private AgentLog(String part) {
    this.part = part;
  }

  /** Enables the logs that {@link #of} returns from now on. */
  public static void beVerbose() {
    verbose = true;
  }

  /** The log of a part of the agent. */
  public static AgentLog of(String part) {
    return verbose ? new AgentLog(part) : SILENT;
  }

  /** Writes that something failed, and the reason. */
  public void info(String text, Throwable thrown) {
    info("{}: {}", text, thrown);
  }

  /**
   * Writes a line.
   *
   * @param text has {@code {}} as a placeholder for each value
   */
  public void info(String text, Object... values) {
    if (this != SILENT) {
      Console.line(line(part, text, values));
    }
  }

  static String line(String part, String text, Object... values) {
    StringBuilder line = new StringBuilder("[").append(part).append("] ");
    int start = 0;
    for (Object value : values) {
      int at = text.indexOf("{}", start);
      if (at < 0) {
        break;
      }
      line.append(text, start, at).append(value);
      start = at + 2;
    }
    return line.append(text, start, text.length()).toString();
  }
}
