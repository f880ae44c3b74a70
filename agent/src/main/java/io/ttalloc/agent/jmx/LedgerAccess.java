package io.ttalloc.agent.jmx;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.ledger.LedgerContent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * What the bean needs to read the ledger of this process.
 *
 * @param path the path at which the ledger was created
 * @param options supplies the options for an analysis on request, with the suppressions and the
 *     baseline of this process
 */
public record LedgerAccess(
    LedgerContent content, Path path, Supplier<AnalysisOptions> options, MarkSetter marks) {

  /** Sets marks. Thread-safe. */
  public interface MarkSetter {
    /**
     * Sets a mark.
     *
     * @return false if the marks file is full
     * @throws IOException if the mark could not be written
     */
    boolean set(String name) throws IOException;
  }
}
