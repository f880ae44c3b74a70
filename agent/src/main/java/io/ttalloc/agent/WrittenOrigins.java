package io.ttalloc.agent;

import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.write.Rows;
import io.ttalloc.rules.ClassPattern;
import java.util.List;

/** Where code comes from, in the ledger: as it was said, and as the agent found out. */
final class WrittenOrigins {
  private WrittenOrigins() {}

  /**
   * Writes all of it, now and from now on. Of two origins for one name the first counts.
   *
   * @param facts what rules say of code
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
