package io.ttalloc.agent;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.FailingCall;
import io.ttalloc.probe.Injection;
import org.jspecify.annotations.Nullable;

/**
 * What is told of the call that is made to fail. Runs inside a hook, so it uses little of the JDK.
 * Its owner makes it before the first hook can run, so that the class is there. Thread-safe.
 */
final class InjectionMessages implements Injection.Listener {
  private final FailingCall wanted;

  InjectionMessages(FailingCall wanted) {
    this.wanted = wanted;
  }

  /** What chooses the call; null if none is to fail. */
  static @Nullable Injection injectionOf(@Nullable FailingCall call) {
    return call == null
        ? null
        : new Injection(call.toString(), call.method(), call.number(), new InjectionMessages(call));
  }

  @Override
  public void failing(String method, Throwable thrown, @Nullable StackTraceElement caller) {
    Console.line(call(method, caller) + " is made to fail with " + thrown.getClass().getName());
  }

  @Override
  public void notMade(String method, Throwable problem, @Nullable StackTraceElement caller) {
    Console.line(
        call(method, caller)
            + " was to fail, but what it was to throw could not be made ("
            + problem.getClass().getName()
            + "), expected a class that can be used there; nothing was made to fail");
  }

  private String call(String method, @Nullable StackTraceElement caller) {
    return wanted
        + ": call "
        + wanted.number()
        + ", of "
        + method
        + (caller == null ? "" : " at " + caller)
        + ",";
  }
}
