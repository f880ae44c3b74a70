package io.ttalloc.agent.trace;

import io.ttalloc.agent.log.Console;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.probe.Trace;
import io.ttalloc.probe.TraceEvent;
import io.ttalloc.yaml.VisibleText;
import java.time.Instant;

/**
 * Writes an event as one block of lines: what happened to which resource, when and on which thread,
 * and the full stack.
 *
 * <p>Thread-safe; a block is one write, so blocks of two threads do not mix.
 */
final class TraceText implements Trace.Listener {
  private final Instant clockBase;

  TraceText(Instant clockBase) {
    this.clockBase = clockBase;
    // Loads all classes now: a hook may run inside class loading.
    StackTraceElement[] stack = new Throwable().getStackTrace();
    String ignored =
        text(
            new TraceEvent(
                TraceEvent.Kind.OPENED, 0, "", "", 0, 0, 0, 0, 0, 0xFFFF, "\n", "", "", stack));
  }

  @Override
  public void traced(TraceEvent event) {
    Console.write(text(event));
  }

  String text(TraceEvent event) {
    StringBuilder text = new StringBuilder("tt-alloc: trace: ");
    text.append(word(event.kind)).append(' ').append(VisibleText.of(event.type));
    text.append(" #").append(event.slot).append('.').append(event.generation);
    text.append(" (").append(VisibleText.of(event.className)).append(')');
    appendLocation(event, text);
    text.append("\n  ").append(clockBase.plusNanos(event.nanos));
    text.append(", thread ").append(VisibleText.of(event.thread)).append('\n');
    for (StackTraceElement element : event.stack) {
      Frame frame =
          new Frame(
              element.getClassName(),
              element.getMethodName(),
              element.getFileName(),
              element.getLineNumber());
      text.append("    ").append(VisibleText.of(JavaNames.fullFrame(frame))).append('\n');
    }
    return text.toString();
  }

  private static String word(TraceEvent.Kind kind) {
    return kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }

  private static void appendLocation(TraceEvent event, StringBuilder text) {
    text.append(", ").append(Numbers.bytes(event.bytes));
    if ((event.flags & SlotLayout.FLAG_HAS_ADDRESS) != 0) {
      text.append(" at ").append(Numbers.address(event.address));
    }
    if (event.space != null) {
      text.append(", ").append(VisibleText.of(event.space));
    }
    if ((event.flags & SlotLayout.FLAG_HAS_DEVICE) != 0) {
      text.append(", device ").append(event.device);
    }
    if (event.session != null) {
      text.append(", session ").append(VisibleText.of(event.session));
    }
    if ((event.flags & SlotLayout.FLAG_ALIAS) != 0) {
      text.append(", owns no memory");
    }
  }
}
