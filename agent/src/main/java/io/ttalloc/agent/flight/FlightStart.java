package io.ttalloc.agent.flight;

import io.ttalloc.ledger.LedgerContent;
import io.ttalloc.probe.Probe;
import java.nio.file.Path;

/**
 * The task that sets up the events when a recording begins. The event classes are loaded only then.
 */
public final class FlightStart implements Runnable {
  private final LedgerContent content;
  private final Path path;

  /**
   * Creates the task without starting it.
   *
   * @param content the content of this process's ledger
   * @param path the path of this process's ledger
   */
  public FlightStart(LedgerContent content, Path path) {
    this.content = content;
    this.path = path;
  }

  @Override
  public void run() {
    Probe.unseen(() -> FlightEvents.begin(content, path));
  }
}
