package io.ttalloc.spring;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularData;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;
import org.jspecify.annotations.Nullable;

/** Simulates the agent's bean, with arbitrary attributes or an unreadable ledger. */
final class SampleBean implements DynamicMBean {
  private final Map<String, @Nullable Object> values;
  private final @Nullable String unreadable;
  private final AtomicInteger readings = new AtomicInteger();

  SampleBean(Map<String, @Nullable Object> values, @Nullable String unreadable) {
    this.values = values;
    this.unreadable = unreadable;
  }

  /** Returns values for all attributes except {@code ByType}, with all counters at zero. */
  static Map<String, @Nullable Object> zeroes() {
    Map<String, @Nullable Object> values = new TreeMap<>();
    for (String name : new String[] {"Opened", "Closed", "Open", "Collected", "Dropped"}) {
      values.put(name, 0L);
    }
    values.put("Ledger", "/tmp/a.ledger");
    values.put("AttachedLate", false);
    values.put("SwitchedOff", false);
    return values;
  }

  /**
   * The value of {@code ByType}. Each row contains a type and its numbers of opened, closed,
   * collected and open resources.
   */
  static TabularData table(Object[]... rows) throws OpenDataException {
    String[] items = {"resourceType", "opened", "closed", "collected", "open"};
    OpenType<?> number = SimpleType.LONG;
    CompositeType row =
        new CompositeType(
            "row",
            "row",
            items,
            items,
            new OpenType<?>[] {SimpleType.STRING, number, number, number, number});
    TabularData table =
        new TabularDataSupport(
            new TabularType("table", "table", row, new String[] {"resourceType"}));
    for (Object[] each : rows) {
      table.put(new CompositeDataSupport(row, items, each));
    }
    return table;
  }

  @Override
  public @Nullable Object getAttribute(String name)
      throws AttributeNotFoundException, MBeanException {
    if (unreadable != null) {
      throw new MBeanException(new IOException(unreadable));
    }
    if (!values.containsKey(name)) {
      throw new AttributeNotFoundException("there is no attribute " + name);
    }
    return values.get(name);
  }

  /** The number of times that all attributes were read. */
  int readings() {
    return readings.get();
  }

  @Override
  public AttributeList getAttributes(String[] names) {
    readings.incrementAndGet();
    AttributeList found = new AttributeList();
    for (String name : names) {
      if (unreadable == null && values.containsKey(name)) {
        found.add(new Attribute(name, values.get(name)));
      }
    }
    return found;
  }

  @Override
  public void setAttribute(Attribute attribute) {
    throw new UnsupportedOperationException();
  }

  @Override
  public AttributeList setAttributes(AttributeList attributes) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Object invoke(String action, Object[] parameters, String[] signature) {
    throw new UnsupportedOperationException();
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    return new MBeanInfo(SampleBean.class.getName(), "", null, null, null, null);
  }
}
