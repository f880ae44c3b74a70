package io.ttalloc.agent.jmx;

import io.ttalloc.ledger.Gap;
import java.io.IOException;
import java.util.Date;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.OpenMBeanAttributeInfoSupport;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;

/** The table of attributes, from which the description of the bean and its answers are made. */
@SuppressWarnings("ImmutableEnumChecker") // open types, and lambdas that keep nothing
enum BeanAttribute {
  OPENED(
      "Opened", "Resources opened so far", SimpleType.LONG, ledger -> ledger.counters().opened()),
  CLOSED(
      "Closed",
      "How many of these were closed",
      SimpleType.LONG,
      ledger -> ledger.counters().closed()),
  COLLECTED(
      "Collected",
      "How many of these the collector took while they were open",
      SimpleType.LONG,
      ledger -> ledger.counters().collected()),
  OPEN(
      "Open",
      "How many of these nobody has closed, whether the collector took them or not",
      SimpleType.LONG,
      ledger -> ledger.counters().open()),
  DROPPED(
      "Dropped",
      "Events that could not be recorded",
      SimpleType.LONG,
      ledger -> ledger.counters().dropped()),
  LIVE_BYTES(
      "LiveBytes",
      "Bytes of what is open, each region of memory once, as of JudgedAt",
      SimpleType.LONG,
      ledger -> ledger.judgement().liveBytes()),
  LEAKS(
      "Leaks",
      "Leaks so far, as of JudgedAt; while a process runs, most of what is open may still be closed",
      SimpleType.LONG,
      ledger -> ledger.judgement().leaks()),
  FINDINGS(
      "Findings",
      "What is open by type, stack and verdict, the worst first, as of JudgedAt; bounded",
      arrayOfFindings(),
      ledger ->
          ledger.judgement().findings().stream()
              .map(FindingFacts::toData)
              .toArray(CompositeData[]::new)),
  OPEN_BY_TYPE(
      "OpenByType",
      "Count and bytes of what is open, by type and verdict, as of JudgedAt; bounded",
      TypeTotals.TYPE,
      ledger -> TypeTotals.toData(ledger.judgement().byType())),
  OMITTED_FINDINGS(
      "OmittedFindings",
      "How many more findings there are, as of JudgedAt",
      SimpleType.LONG,
      ledger -> ledger.judgement().omitted()),
  JUDGED_AT(
      "JudgedAt",
      "When the ledger was read for what is of this time",
      SimpleType.DATE,
      ledger -> Date.from(ledger.judgement().at())),
  LEDGER("Ledger", "The path of the ledger", SimpleType.STRING, BeanAnswer::path),
  ATTACHED_LATE(
      "AttachedLate",
      "Whether the agent was attached to the running process, so that earlier openings are unknown",
      SimpleType.BOOLEAN,
      ledger -> ledger.counters().process().attachedLate()),
  SWITCHED_OFF(
      "SwitchedOff",
      "Whether tracking has switched itself off after errors",
      SimpleType.BOOLEAN,
      ledger -> ledger.counters().process().gaps().contains(Gap.SWITCHED_OFF));

  private interface Value {
    Object of(BeanAnswer ledger) throws IOException;
  }

  final String key;
  private final String about;
  private final OpenType<?> type;
  private final Value value;

  BeanAttribute(String key, String about, OpenType<?> type, Value value) {
    this.key = key;
    this.about = about;
    this.type = type;
    this.value = value;
  }

  /** What it is now. */
  Object of(BeanAnswer ledger) throws IOException {
    return value.of(ledger);
  }

  OpenMBeanAttributeInfo info() {
    return new OpenMBeanAttributeInfoSupport(key, about, type, true, false, false);
  }

  private static OpenType<?> arrayOfFindings() {
    try {
      return new ArrayType<CompositeData[]>(1, FindingFacts.TYPE);
    } catch (OpenDataException e) {
      throw new IllegalStateException(e); // one dimension of findings is allowed
    }
  }
}
