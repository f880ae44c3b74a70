package io.ttalloc.spring;

import io.ttalloc.spring.AgentCounters.OfType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanException;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerNotification;
import javax.management.MalformedObjectNameException;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.relation.MBeanServerNotificationFilter;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads the agent's management bean on the platform MBean server. A reading is cached for a second,
 * so that all meters in one scrape come from the same reading and are consistent. Thread-safe.
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

  private static final Log LOG = LogFactory.getLog(AgentBean.class);

  private final MBeanServer server;

  /** Guarded by this. */
  private Reading latest = new Reading(null, Missing.NOTHING_TRACKED);

  /** Guarded by this. */
  private long latestNanos;

  /**
   * The result of a reading.
   *
   * @param counters null if there are none
   * @param missing the reason why there are no counters; has no meaning if there are counters
   */
  record Reading(@Nullable AgentCounters counters, Missing missing) {}

  /**
   * Creates a reader for the bean on the given server. Outside tests, this is the platform MBean
   * server, on which the agent registers the bean.
   */
  AgentBean(MBeanServer server) {
    this.server = server;
  }

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

  /** The counters, which may be up to a second old; null if there are none. */
  @Nullable AgentCounters counters() {
    return reading().counters();
  }

  /** The counters, which may be up to a second old, or the reason why there are none. */
  synchronized Reading reading() {
    long now = System.nanoTime();
    if (latest.counters() == null || now - latestNanos > MAX_AGE_NANOS || !isThere()) {
      Missing before = latest.missing();
      latest = read();
      latestNanos = now;
      Missing missing = latest.missing();
      if (missing.kind() != Missing.Kind.NOTHING_TRACKED && !missing.equals(before)) {
        LOG.warn("tt-alloc: " + missing.message());
      }
    }
    return latest;
  }

  private Reading read() {
    Map<String, Object> values = new HashMap<>();
    try {
      for (Attribute each : server.getAttributes(NAME, ATTRIBUTES).asList()) {
        values.put(each.getName(), each.getValue());
      }
      for (String each : ATTRIBUTES) {
        if (values.get(each) == null) {
          // The list does not say why an attribute is missing, but an exception for the single
          // attribute does.
          boolean isNull = server.getAttribute(NAME, each) == null;
          return isNull ? otherVersion("the attribute " + each + " is null") : read();
        }
      }
      return new Reading(counters(values), Missing.NOTHING_TRACKED);
    } catch (InstanceNotFoundException e) {
      return new Reading(null, Missing.NOTHING_TRACKED); // or tracking has ended
    } catch (MBeanException e) {
      String why = String.valueOf(e.getTargetException().getMessage());
      return new Reading(null, new Missing(Missing.Kind.LEDGER_UNREADABLE, why));
    } catch (JMException e) {
      return otherVersion(String.valueOf(e.getMessage()));
    } catch (ClassCastException e) {
      return otherVersion("attributes have unexpected types");
    } catch (RuntimeException e) {
      return new Reading(null, new Missing(Missing.Kind.LEDGER_UNREADABLE, String.valueOf(e)));
    }
  }

  private static Reading otherVersion(String difference) {
    return new Reading(null, new Missing(Missing.Kind.OTHER_VERSION, difference));
  }

  private static AgentCounters counters(Map<String, Object> values) {
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
   * Runs one task whenever the bean is registered and another whenever it is unregistered, on the
   * thread that registers or unregisters the bean.
   *
   * @return a task that stops listening for such changes
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
