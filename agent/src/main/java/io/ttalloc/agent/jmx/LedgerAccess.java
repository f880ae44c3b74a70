package io.ttalloc.agent.jmx;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.ledger.LedgerContent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * What the bean needs of the ledger of this process.
 *
 * @param path where the ledger was created
 * @param options for an analysis now, with the suppressions and the baseline of this process
 */
public record LedgerAccess(
    LedgerContent content, Path path, Supplier<AnalysisOptions> options, MarkSetter marks) {

  /** Sets marks. Thread-safe. */
  public interface MarkSetter {
    /**
     * Sets a mark.
     *
     * @return false if there are as many as the file of marks may hold
     * @throws IOException the mark could not be written
     */
    boolean set(String name) throws IOException;
  }
}
