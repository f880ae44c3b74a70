package io.ttalloc.agent;

import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.write.Rows;
import io.ttalloc.rules.ClassPattern;
import java.util.List;

/**
 * Records the origins of code in the ledger: those that the user or rules state, and those that the
 * agent finds.
 */
final class WrittenOrigins {
  private WrittenOrigins() {}

  /**
   * Writes all origins, those known now and those found later. If there are two origins for a name,
   * the first one counts.
   *
   * @param facts what rules state about code
   */
  static void write(Options options, byte[] facts, CodeOrigins origins, Rows rows) {
    writeSaid(options.code().app(), OriginRecord.APPLICATION, rows);
    writeSaid(options.code().library(), OriginRecord.LIBRARY, rows);
    CodeFacts.write(facts, rows);
    origins.connect((name, flags) -> OriginRecord.write(rows, name, flags));
  }

  private static void writeSaid(List<ClassPattern> patterns, int origin, Rows rows) {
    for (ClassPattern pattern : patterns) {
      OriginRecord.write(rows, pattern.name(), CodeFacts.originSaid(pattern, origin));
    }
  }
}
