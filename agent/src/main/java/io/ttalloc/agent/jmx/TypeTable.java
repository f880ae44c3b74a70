package io.ttalloc.agent.jmx;

import io.ttalloc.ledger.watch.TypeCounts;
import java.util.List;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularData;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;

/**
 * The counters of each type as a table. The index, which metrics exporters turn into a label, is
 * not called {@code type}, because the name of the bean already has a key of that name.
 */
final class TypeTable {
  static final int MAX_ROWS = 200;
  static final String ABOUT =
      "Opened, closed, collected and open resources by type; at most 200 types";

  private static final String INDEX = "resourceType";
  private static final String[] ITEMS = {INDEX, "opened", "closed", "collected", "open"};
  private static final CompositeType ROW = row();

  /** The type of the table. */
  static final TabularType TYPE = table();

  private TypeTable() {}

  /** The table of the first {@value #MAX_ROWS} types. */
  static TabularData of(List<TypeCounts> types) {
    TabularDataSupport table = new TabularDataSupport(TYPE);
    try {
      for (TypeCounts each : types.subList(0, Math.min(MAX_ROWS, types.size()))) {
        Object[] values = {
          each.type(), each.opened(), each.closed(), each.collected(), each.open()
        };
        table.put(new CompositeDataSupport(ROW, ITEMS, values));
      }
    } catch (OpenDataException e) {
      throw new IllegalStateException(e); // cannot happen: the items are those of the row type
    }
    return table;
  }

  private static CompositeType row() {
    try {
      return new CompositeType(
          "io.ttalloc.TypeCounts",
          "The counters of one type",
          ITEMS,
          new String[] {
            "The type as its rule names it",
            "Resources opened so far",
            "Resources closed or disowned so far",
            "Resources that were garbage collected while open",
            "Resources neither closed nor disowned, whether collected or not"
          },
          new OpenType<?>[] {
            SimpleType.STRING, SimpleType.LONG, SimpleType.LONG, SimpleType.LONG, SimpleType.LONG
          });
    } catch (OpenDataException e) {
      throw new IllegalStateException(e); // cannot happen: item names are distinct and not empty
    }
  }

  private static TabularType table() {
    try {
      return new TabularType("io.ttalloc.ByType", ABOUT, ROW, new String[] {INDEX});
    } catch (OpenDataException e) {
      throw new IllegalStateException(e); // cannot happen: the index is an item of the row type
    }
  }
}
