package io.ttalloc.agent;

import static java.util.Objects.requireNonNull;

import io.ttalloc.agent.weave.classes.NeverWoven;
import io.ttalloc.cache.ByteReader;
import io.ttalloc.cache.ByteWriter;
import io.ttalloc.cache.DamagedException;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.record.SiteRecord;
import io.ttalloc.ledger.record.SystemCodeRecord;
import io.ttalloc.ledger.write.Rows;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import java.util.List;
import java.util.Map;

/**
 * The facts that rules state about code that is recognized by its stack frames, as written to the
 * ledger. Encoded as bytes, so that a later process need not read the rules to get them.
 */
final class CodeFacts {
  private static final byte ORIGIN = 1;
  private static final byte SITE = 2;
  private static final byte SYSTEM_CODE = 3;

  private CodeFacts() {}

  /** The facts that rules state. */
  static byte[] of(ChosenRules rules) {
    ByteWriter out = new ByteWriter();
    for (ClassPattern library : rules.library()) {
      out.writeByte(ORIGIN);
      out.writeText(library.name());
      out.writeInt(originSaid(library, OriginRecord.LIBRARY));
    }
    for (Rule rule : rules.rules()) {
      String className = rule.classes().name();
      for (Map.Entry<String, String> site : Clauses.sitesOf(rule).entrySet()) {
        out.writeByte(SITE);
        out.writeText(className);
        out.writeText(site.getKey());
        out.writeText(site.getValue());
      }
      writeSystemCode(rule, out);
    }
    return out.toByteArray();
  }

  private static void writeSystemCode(Rule rule, ByteWriter out) {
    if (!isKnownByFrames(rule)) {
      return;
    }
    List<MethodPattern> methods = requireNonNull(Clauses.systemCodeOf(rule));
    if (methods.isEmpty()) {
      out.writeByte(SYSTEM_CODE);
      out.writeText(rule.classes().toString());
      out.writeText(null);
    }
    for (MethodPattern method : methods) {
      out.writeByte(SYSTEM_CODE);
      out.writeText(rule.classes().name());
      out.writeText(method.name());
    }
  }

  /**
   * Whether a rule names system code that is recognized by its stack frames, because nothing can be
   * woven for it.
   */
  static boolean isKnownByFrames(Rule rule) {
    List<MethodPattern> methods = Clauses.systemCodeOf(rule);
    return methods != null && (methods.isEmpty() || NeverWoven.contains(rule.classes()));
  }

  /** The flags of an origin that the user or a rule has stated. */
  static int originSaid(ClassPattern classes, int origin) {
    int scope =
        switch (classes.kind()) {
          case CLASS -> OriginRecord.OF_CLASS;
          case PACKAGE -> OriginRecord.OF_PACKAGE;
          case PACKAGE_AND_BELOW -> OriginRecord.OF_PACKAGE_AND_BELOW;
        };
    return origin | scope | OriginRecord.SAID;
  }

  /**
   * Writes the facts into a ledger.
   *
   * @param facts as returned by {@link #of}
   */
  static void write(byte[] facts, Rows rows) {
    ByteReader in = new ByteReader(facts);
    while (!in.isAtEnd()) {
      switch (in.readByte()) {
        case ORIGIN -> OriginRecord.write(rows, in.readText(), in.readInt());
        case SITE -> SiteRecord.write(rows, in.readText(), in.readText(), in.readText());
        case SYSTEM_CODE -> SystemCodeRecord.write(rows, in.readText(), in.readTextOrNull());
        default -> throw new DamagedException();
      }
    }
  }
}
