package io.ttalloc.agent.jmx;

import static javax.management.openmbean.SimpleType.BOOLEAN;
import static javax.management.openmbean.SimpleType.LONG;
import static javax.management.openmbean.SimpleType.STRING;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.wording.CutText;
import io.ttalloc.ledger.read.SaturatedSum;
import java.util.List;
import java.util.function.Function;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;

/**
 * What clients get of a finding. Immutable, and of bounded size.
 *
 * @param count how many are open, or were reclaimed
 * @param bytes by handle, reclaimed ones included
 */
record FindingFacts(
    String fingerprint,
    String verdict,
    boolean leak,
    boolean growing,
    String type,
    String className,
    long count,
    long bytes,
    String site,
    String title,
    List<String> why,
    String fix) {
  private static final int MOST_PHRASES = 10;

  /** One item of the data: the names are those of the report in JSON. */
  private record Item(
      String name, String about, OpenType<?> type, Function<FindingFacts, Object> value) {}

  private static final List<Item> ITEMS =
      List.of(
          new Item(
              "fingerprint",
              "Identity of type and opening stack, also in other runs",
              STRING,
              FindingFacts::fingerprint),
          new Item(
              "verdict", "Such as LOST, ORPHANED, CACHED or OPEN", STRING, FindingFacts::verdict),
          new Item("leak", "Whether it is a leak", BOOLEAN, FindingFacts::leak),
          new Item("growing", "Whether each mark finds more of it", BOOLEAN, FindingFacts::growing),
          new Item("type", "The type that its rule says", STRING, FindingFacts::type),
          new Item("class", "Their class", STRING, FindingFacts::className),
          new Item("count", "How many are open or were reclaimed", LONG, FindingFacts::count),
          new Item("bytes", "Their bytes, by handle", LONG, FindingFacts::bytes),
          new Item("site", "The name of the site that opened it", STRING, FindingFacts::site),
          new Item(
              "title", "The call of your own code that opened it", STRING, FindingFacts::title),
          new Item("why", "Evidence", texts(), facts -> facts.why.toArray(String[]::new)),
          new Item("fix", "The call that would free it", STRING, FindingFacts::fix));

  /** The type of {@link #toData}. */
  static final CompositeType TYPE = compositeType();

  FindingFacts {
    why = List.copyOf(why);
  }

  static FindingFacts of(Finding finding) {
    List<String> why = finding.why();
    return new FindingFacts(
        finding.fingerprint(),
        finding.verdict().name(),
        finding.leak(),
        finding.growing(),
        CutText.of(finding.type().name()),
        CutText.of(finding.type().className()),
        finding.amount().count(),
        finding.bytes(),
        CutText.of(finding.opening().site()),
        CutText.of(finding.opening().title()),
        why.subList(0, Math.min(MOST_PHRASES, why.size())).stream().map(CutText::of).toList(),
        CutText.of(finding.fix()));
  }

  /** The sum with what differs only in space or verdict; the other is less bad. */
  FindingFacts plus(FindingFacts other) {
    return new FindingFacts(
        fingerprint,
        verdict,
        leak,
        growing || other.growing,
        type,
        className,
        SaturatedSum.of(count, other.count),
        SaturatedSum.of(bytes, other.bytes),
        site,
        title,
        why,
        fix);
  }

  /** This finding in a form that clients read without classes of ours. */
  CompositeData toData() {
    String[] names = ITEMS.stream().map(Item::name).toArray(String[]::new);
    Object[] values = ITEMS.stream().map(item -> item.value().apply(this)).toArray();
    try {
      return new CompositeDataSupport(TYPE, names, values);
    } catch (OpenDataException e) {
      throw new IllegalStateException(e); // the items are those of the type
    }
  }

  private static ArrayType<String[]> texts() {
    try {
      return new ArrayType<>(1, STRING);
    } catch (OpenDataException e) {
      throw new IllegalStateException(e); // one dimension of texts is allowed
    }
  }

  private static CompositeType compositeType() {
    try {
      return new CompositeType(
          "io.ttalloc.Finding",
          "Open resources of one type, opening stack and verdict",
          ITEMS.stream().map(Item::name).toArray(String[]::new),
          ITEMS.stream().map(Item::about).toArray(String[]::new),
          ITEMS.stream().map(Item::type).toArray(OpenType<?>[]::new));
    } catch (OpenDataException e) {
      throw new IllegalStateException(e); // no item has no name, and no two have one
    }
  }
}
