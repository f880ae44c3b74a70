package io.ttalloc.spring;

/**
 * The reason why there are no counters.
 *
 * @param detail what was found; empty if there is nothing more to say
 */
record Missing(Kind kind, String detail) {
  static final Missing NOTHING_TRACKED = new Missing(Kind.NOTHING_TRACKED, "");

  /** The kinds of reasons. */
  enum Kind {
    /** There is no agent, or it tracks nothing. */
    NOTHING_TRACKED,

    /** The agent cannot read its own ledger. */
    LEDGER_UNREADABLE,

    /** The attributes of the agent's bean are not the ones that this starter expects. */
    OTHER_VERSION
  }

  /** A one-line message that says why there are no counters and, if known, what the user can do. */
  String message() {
    return switch (kind) {
      case NOTHING_TRACKED ->
          "nothing is tracked in this JVM: start it with -javaagent:tt-alloc-agent.jar and the"
              + " environment variable TT_ALLOC_TRACKING_ENABLED=1";
      case LEDGER_UNREADABLE -> "no counters: " + detail;
      case OTHER_VERSION ->
          "no counters: the versions of the agent and of tt-alloc-spring-boot-starter differ ("
              + detail
              + "); use the same version of both";
    };
  }
}
