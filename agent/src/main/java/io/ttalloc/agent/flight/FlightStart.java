package io.ttalloc.agent.flight;

import io.ttalloc.ledger.LedgerContent;
import io.ttalloc.probe.Probe;
import java.nio.file.Path;

/** The task that begins with the events, when a recording does: only it loads them. */
public final class FlightStart implements Runnable {
  private final LedgerContent content;
  private final Path path;

  /**
   * A task that has not begun.
   *
   * @param content of the ledger of this process
   * @param path where that was created
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
