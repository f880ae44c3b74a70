package io.ttalloc.agent.jmx;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.ledger.LedgerContent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The access to the ledger of this process that the bean needs.
 *
 * @param path the path at which the ledger was created
 * @param options supplies the options for an analysis now, with the suppressions and the baseline
 *     of this process
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
