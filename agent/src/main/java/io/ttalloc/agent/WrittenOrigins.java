package io.ttalloc.agent;

import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.ledger.CodeTable;
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
  static void write(Options options, byte[] facts, CodeOrigins origins, CodeTable code) {
    writeSaid(options.app(), ORIGIN_APPLICATION, code);
    writeSaid(options.library(), ORIGIN_LIBRARY, code);
    CodeFacts.write(facts, code);
    origins.connect(code::origin);
  }

  private static void writeSaid(List<ClassPattern> patterns, int origin, CodeTable code) {
    for (ClassPattern pattern : patterns) {
      code.origin(pattern.name(), CodeFacts.originSaid(pattern, origin));
    }
  }
}
