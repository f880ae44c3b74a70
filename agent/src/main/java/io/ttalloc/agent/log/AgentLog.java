package io.ttalloc.agent.log;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPLogger;

/**
 * The agent's log. Silent unless {@code verbose} is set. It does not look up logging services, so
 * the application's logging configuration has no effect on it.
 */
public final class AgentLog {
  private static volatile boolean verbose;

  private AgentLog() {}

  /** Makes loggers that are asked for from now on write to standard error. */
  public static void beVerbose() {
    verbose = true;
  }

  /** The logger of a part of the agent. */
  public static Logger of(String part) {
    return verbose ? new Verbose(part) : NOPLogger.NOP_LOGGER;
  }

  private static final class Verbose extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;

    Verbose(String part) {
      this.name = part;
    }

    @Override
    public boolean isTraceEnabled() {
      return false;
    }

    @Override
    public boolean isDebugEnabled() {
      return true;
    }

    @Override
    public boolean isInfoEnabled() {
      return true;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        @Nullable Marker marker,
        @Nullable String message,
        Object @Nullable [] arguments,
        @Nullable Throwable thrown) {
      String text = MessageFormatter.basicArrayFormat(message, arguments);
      Console.line("[" + name + "] " + text + (thrown == null ? "" : ": " + thrown));
    }
  }
}
