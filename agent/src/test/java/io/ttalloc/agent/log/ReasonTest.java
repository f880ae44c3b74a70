package io.ttalloc.agent.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ReasonTest {
  @Test
  void anErrorIsItsOwnReason() {
    assertThat(Reason.of(new IOException("disk", new IllegalStateException())))
        .isEqualTo("java.io.IOException: disk");
    assertThat(Reason.of(null)).isEqualTo("null");
  }

  @Test
  void whatCannotBeLinkedHasAReasonBelow() {
    LinkageError linkage =
        new BootstrapMethodError(new ExceptionInInitializerError(new IOException("below")));

    assertThat(Reason.of(linkage)).isEqualTo("java.io.IOException: below");
    assertThat(Reason.of(new NoClassDefFoundError("x")))
        .isEqualTo("java.lang.NoClassDefFoundError: x");
  }

  @Test
  void aRefusalIsOneWithWhatAskedForIt() {
    SecurityException refusal = new SecurityException("no");
    refusal.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("app.Manager", "refuse", null, 1),
          new StackTraceElement("app.Manager", "checkPermission", null, 2),
          new StackTraceElement("java.security.AccessController", "any", null, 3),
          new StackTraceElement("java.lang.System", "getProperty", null, 4),
          new StackTraceElement("io.ttalloc.Any", "check", null, 5)
        });

    assertThat(Reason.of(new BootstrapMethodError("x", refusal)))
        .isEqualTo(
            "the application's security manager denied a permission that"
                + " java.lang.System.getProperty requires (java.lang.SecurityException: no)");
  }
}
