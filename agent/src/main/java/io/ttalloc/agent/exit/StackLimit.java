package io.ttalloc.agent.exit;

import io.ttalloc.ledger.RecordLayout;

/**
 * Whether this JVM tells all frames of a stack that a ledger has room for. Options of it make that
 * fewer, or none: {@code -XX:MaxJavaStackTraceDepth}, {@code -XX:-StackTraceInThrowable}. Nothing
 * lists these without the module jdk.management, so it is tried out. Stateless.
 */
final class StackLimit {
  private StackLimit() {}

  static boolean isAsUsual() {
    return below(RecordLayout.MAX_FRAMES).getStackTrace().length >= RecordLayout.MAX_FRAMES;
  }

  private static Throwable below(int calls) {
    return calls == 0 ? new Throwable() : below(calls - 1);
  }
}
