package io.ttalloc.monitor;

import java.io.IOException;

/**
 * What turns a ledger into a report: the one place where the command line meets the code that reads
 * ledgers.
 *
 * <p>Implementations may be called once per process, on its main thread, and print nothing
 * themselves.
 */
interface LedgerDump {

  /**
   * Writes the report of one ledger.
   *
   * @param target which ledger
   * @param format how to write it
   * @param out where to; has the whole report when this returns, and is thrown away if this throws
   * @throws CommandFailure if there is no such ledger or it cannot be read, worded for the person
   *     who asked
   * @throws IOException if {@code out} fails
   */
  void write(DumpTarget target, DumpFormat format, Appendable out) throws IOException;

  /** The dump of a build in which nothing reads ledgers: it says so. */
  static LedgerDump notAvailable() {
    return (target, format, out) -> {
      throw new CommandFailure("dump is not available: this build has no reader of ledgers");
    };
  }
}
