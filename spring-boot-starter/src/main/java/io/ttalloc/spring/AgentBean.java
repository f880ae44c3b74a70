package io.ttalloc.spring;

import io.ttalloc.spring.AgentCounters.OfType;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerNotification;
import javax.management.MalformedObjectNameException;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.relation.MBeanServerNotificationFilter;
import org.jspecify.annotations.Nullable;

/**
 * Reads the agent's management bean on the platform MBean server. A reading is cached for a second,
 * so that all meters of one scrape come from the same reading and are consistent. Thread-safe.
 */
final class AgentBean {
  /** The name under which the agent registers the bean. */
  static final ObjectName NAME = name("io.ttalloc:type=Ledger");

  private static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final String[] ATTRIBUTES = {
    "Ledger",
    "Opened",
    "Closed",
    "Open",
    "Collected",
    "Dropped",
    "AttachedLate",
    "SwitchedOff",
    "ByType"
  };

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

  /** Guarded by this. */
  private @Nullable AgentCounters latest;

  /** Guarded by this. */
  private long latestNanos;

  private static ObjectName name(String name) {
    try {
      return new ObjectName(name);
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e); // impossible: the name is a constant
    }
  }

  boolean isThere() {
    return server.isRegistered(NAME);
  }

  /**
   * The counters, which may be up to a second old.
   *
   * @return null if nothing is tracked in this process
   */
  synchronized @Nullable AgentCounters counters() {
    long now = System.nanoTime();
    if (latest == null || now - latestNanos > MAX_AGE_NANOS || !isThere()) {
      latest = read();
      latestNanos = now;
    }
    return latest;
  }

  private @Nullable AgentCounters read() {
    Map<String, Object> values = new HashMap<>();
    try {
      for (Attribute each : server.getAttributes(NAME, ATTRIBUTES).asList()) {
        values.put(each.getName(), each.getValue());
      }
    } catch (JMException e) {
      return null; // nothing is tracked, or tracking has ended
    }
    if (values.size() < ATTRIBUTES.length) {
      return null; // the bean could not read its ledger
    }
    long opened = number(values, "Opened");
    long closed = number(values, "Closed");
    long open = number(values, "Open");
    return new AgentCounters(
        String.valueOf(values.get("Ledger")),
        opened,
        closed,
        open,
        AgentCounters.lost(opened, closed, open, number(values, "Collected")),
        number(values, "Dropped"),
        Boolean.TRUE.equals(values.get("AttachedLate")),
        Boolean.TRUE.equals(values.get("SwitchedOff")),
        types((TabularData) Objects.requireNonNull(values.get("ByType"))));
  }

  private static long number(Map<String, Object> values, String name) {
    return ((Number) Objects.requireNonNull(values.get(name))).longValue();
  }

  private static List<OfType> types(TabularData table) {
    List<OfType> types = new ArrayList<>();
    for (Object each : table.values()) {
      CompositeData row = (CompositeData) each;
      long opened = (Long) row.get("opened");
      long closed = (Long) row.get("closed");
      long open = (Long) row.get("open");
      long lost = AgentCounters.lost(opened, closed, open, (Long) row.get("collected"));
      types.add(new OfType((String) row.get("resourceType"), opened, closed, open, lost));
    }
    types.sort(Comparator.comparing(OfType::type));
    return List.copyOf(types);
  }

  /**
   * Calls a task whenever the bean is registered or unregistered, on the thread that does so.
   *
   * @return a task that stops these calls
   */
  Runnable onChange(Runnable registered, Runnable unregistered) {
    MBeanServerNotificationFilter filter = new MBeanServerNotificationFilter();
    filter.disableAllObjectNames();
    filter.enableObjectName(NAME);
    NotificationListener listener =
        (notification, unused) -> {
          boolean added =
              notification.getType().equals(MBeanServerNotification.REGISTRATION_NOTIFICATION);
          (added ? registered : unregistered).run();
        };
    try {
      server.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, listener, filter, null);
    } catch (JMException e) {
      throw new IllegalStateException(e); // impossible: every server has a delegate
    }
    return () -> {
      try {
        server.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, listener);
      } catch (JMException e) {
        // The listener has already been removed.
      }
    };
  }
}
