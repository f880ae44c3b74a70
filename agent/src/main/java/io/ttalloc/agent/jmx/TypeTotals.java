package io.ttalloc.agent.jmx;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.wording.CutText;
import io.ttalloc.ledger.read.SaturatedSum;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularData;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;

/**
 * The sum of the findings of one type and verdict. A table of these is what exporters of metrics
 * understand: type and verdict become labels, the first by another name than the {@code type} of
 * the bean's own. Immutable, and of bounded size.
 *
 * @param count how many are open, or were reclaimed
 * @param bytes by handle, reclaimed ones included
 */
record TypeTotals(String type, String verdict, long count, long bytes) {
  static final int MOST = 200;

  private static final String[] ITEMS = {"resourceType", "verdict", "count", "bytes"};
  private static final CompositeType ROW = row();

  /** The type of {@link #toData}. */
  static final TabularType TYPE = table();

  private record Key(String type, String verdict) {}

  /** The sums of the first types and verdicts, at most {@value #MOST}. */
  static List<TypeTotals> of(List<Finding> findings) {
    Map<Key, TypeTotals> sums = new LinkedHashMap<>();
    for (Finding finding : findings) {
      Key key = new Key(CutText.of(finding.type().name()), finding.verdict().name());
      if (sums.size() < MOST || sums.containsKey(key)) {
        TypeTotals one =
            new TypeTotals(key.type, key.verdict, finding.amount().count(), finding.bytes());
        sums.merge(key, one, TypeTotals::plus);
      }
    }
    return new ArrayList<>(sums.values());
  }

  private TypeTotals plus(TypeTotals other) {
    return new TypeTotals(
        type, verdict, SaturatedSum.of(count, other.count), SaturatedSum.of(bytes, other.bytes));
  }

  /** A table with the index of type and verdict. */
  static TabularData toData(List<TypeTotals> all) {
    TabularDataSupport table = new TabularDataSupport(TYPE);
    try {
      for (TypeTotals each : all) {
        Object[] values = {each.type, each.verdict, each.count, each.bytes};
        table.put(new CompositeDataSupport(ROW, ITEMS, values));
      }
    } catch (OpenDataException e) {
      throw new IllegalStateException(e); // the items are those of the type
    }
    return table;
  }

  private static CompositeType row() {
    try {
      return new CompositeType(
          "io.ttalloc.TypeTotals",
          "Open resources of one type and verdict",
          ITEMS,
          new String[] {
            "The type that its rule says",
            "Such as LOST, ORPHANED, CACHED or OPEN",
            "How many are open or were reclaimed",
            "Their bytes, by handle"
          },
          new OpenType<?>[] {
            SimpleType.STRING, SimpleType.STRING, SimpleType.LONG, SimpleType.LONG
          });
    } catch (OpenDataException e) {
      throw new IllegalStateException(e); // no item has no name, and no two have one
    }
  }

  private static TabularType table() {
    try {
      return new TabularType(
          "io.ttalloc.OpenByType",
          ROW.getDescription(),
          ROW,
          new String[] {"resourceType", "verdict"});
    } catch (OpenDataException e) {
      throw new IllegalStateException(e); // both are items of a row
    }
  }
}
