package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.FailingCall;
import io.ttalloc.probe.Injection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is said if no call was made to fail. */
class UnreachedCallTest {
  private static final FailingCall SEND = new FailingCall("Sub.send", 3);

  private final List<String> lines = new CopyOnWriteArrayList<>();

  @BeforeEach
  void listen() {
    Console.copyTo(lines);
  }

  @AfterEach
  void listenNoMore() {
    Console.copyTo(null);
  }

  private static Injection injection(FailingCall call) {
    return new Injection(
        call.toString(),
        call.method(),
        call.number(),
        new Injection.Listener() {
          @Override
          public void failing(
              String method, Throwable thrown, @Nullable StackTraceElement caller) {}

          @Override
          public void notMade(
              String method, Throwable problem, @Nullable StackTraceElement caller) {}
        });
  }

  @Test
  void callsOfAMethodThatMayFailAreCounted() {
    Injection injection = injection(SEND);
    injection.mayFail("com.acme.Sub", "send", true);
    injection.mayFail("com.acme.Sub", "close", false);

    UnreachedCall.tellOf(SEND, injection);

    assertThat(lines)
        .containsExactly(
            "inject=Sub.send:3: only 0 calls of Sub.send came, expected 3; nothing was made to fail");
  }

  @Test
  void aMethodThatCannotFailIsNotSaidToBeNeverCalled() {
    Injection injection = injection(SEND);
    for (int i = 0; i < 9; i++) {
      injection.mayFail("com.acme.A" + i, "close", false);
    }
    injection.mayFail("com.acme.Conn", "send", false);

    UnreachedCall.tellOf(SEND, injection);

    assertThat(lines)
        .containsExactly(
            "inject=Sub.send:3: no 'throws' of a rule applies to Sub.send, so its calls were not"
                + " counted, expected one of the methods to which one applies: com.acme.Conn.send,"
                + " com.acme.A0.close, com.acme.A1.close, com.acme.A2.close, com.acme.A3.close,"
                + " com.acme.A4.close, com.acme.A5.close, com.acme.A6.close and others; nothing was"
                + " made to fail");
  }

  @Test
  void nothingMayFailWhereNothingWasTracked() {
    UnreachedCall.tellOf(SEND);
    UnreachedCall.tellOf(SEND, injection(SEND));

    assertThat(lines)
        .hasSize(2)
        .containsOnly(
            "inject=Sub.send:3: no 'throws' of a rule applies to Sub.send, so its calls were not"
                + " counted, expected a method that a rule names in 'throws', that has code, and"
                + " whose class is loaded; nothing was made to fail");
  }

  @Test
  void withoutAMethodAllCount() {
    FailingCall call = new FailingCall(null, 1);

    UnreachedCall.tellOf(call, injection(call));

    assertThat(lines)
        .containsExactly(
            "inject=1: only 0 calls of methods with 'throws' came, expected 1; nothing was made to"
                + " fail");
  }
}
