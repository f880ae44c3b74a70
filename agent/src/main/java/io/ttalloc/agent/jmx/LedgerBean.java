package io.ttalloc.agent.jmx;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.ledger.files.Marks;
import io.ttalloc.ledger.watch.LedgerPulse;
import io.ttalloc.ledger.watch.LedgerWatch;
import io.ttalloc.probe.Probe;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.OpenMBeanConstructorInfo;
import javax.management.openmbean.OpenMBeanInfoSupport;
import javax.management.openmbean.OpenMBeanOperationInfo;
import javax.management.openmbean.OpenMBeanOperationInfoSupport;
import javax.management.openmbean.OpenMBeanParameterInfo;
import javax.management.openmbean.OpenMBeanParameterInfoSupport;
import javax.management.openmbean.SimpleType;
import org.jspecify.annotations.Nullable;

/**
 * The bean, with the attributes in {@link BeanAttribute} and the operations dump and mark. All its
 * types are JMX open types, and all exceptions that it throws are of JDK classes, so that clients
 * need none of the agent's classes. Thread-safe.
 */
final class LedgerBean implements DynamicMBean {
  static final String NAME = "io.ttalloc:type=Ledger";
  private static final String DUMP = "dump";
  private static final String MARK = "mark";

  private final LedgerAccess ledger;
  private final ReportFolder reports;

  /** Reads the counters of the ledger; guarded by itself. */
  private final LedgerWatch counters;

  LedgerBean(LedgerAccess ledger) {
    this.ledger = ledger;
    this.reports = new ReportFolder(ledger);
    this.counters = LedgerWatch.ofOwn(ledger.content(), ledger.path());
  }

  /**
   * Registers the bean with the platform MBean server.
   *
   * @return a task that unregisters the bean; null if there is no such server
   * @throws JMException if it cannot be registered
   */
  static @Nullable Runnable register(LedgerAccess ledger) throws JMException {
    MBeanServer server = PlatformServer.ifThere();
    if (server == null) {
      return null;
    }
    ObjectName name = new ObjectName(NAME);
    var unused = server.registerMBean(new LedgerBean(ledger), name);
    return () -> {
      try {
        server.unregisterMBean(name);
      } catch (JMException | RuntimeException e) {
        // Other code has unregistered the bean, or the server is the application's and refuses.
      }
    };
  }

  private LedgerPulse counters() throws MBeanException {
    try {
      synchronized (counters) {
        return counters.read();
      }
    } catch (IOException e) {
      throw new MBeanException(new IOException("the ledger cannot be read: " + e.getMessage()));
    }
  }

  @Override
  public Object getAttribute(String attribute) throws AttributeNotFoundException, MBeanException {
    BeanAttribute known = BeanAttribute.named(attribute);
    if (known == null) {
      throw new AttributeNotFoundException("there is no attribute " + attribute);
    }
    return known.of(ledger.path(), counters());
  }

  /**
   * Takes all values from a single reading of the counters, so that the values are consistent with
   * each other.
   */
  @Override
  public AttributeList getAttributes(String[] attributes) {
    AttributeList all = new AttributeList();
    try {
      LedgerPulse now = counters();
      for (String attribute : attributes) {
        BeanAttribute known = BeanAttribute.named(attribute);
        if (known != null) {
          all.add(new Attribute(attribute, known.of(ledger.path(), now)));
        }
      }
    } catch (MBeanException e) {
      // As in other beans, attributes that could not be read are missing from the list.
    }
    return all;
  }

  @Override
  public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
    throw new AttributeNotFoundException("all attributes are read-only");
  }

  @Override
  public AttributeList setAttributes(AttributeList attributes) {
    return new AttributeList();
  }

  @Override
  public Object invoke(
      String action, @Nullable Object @Nullable [] parameters, String @Nullable [] signature)
      throws MBeanException, ReflectionException {
    boolean known = action.equals(DUMP) || action.equals(MARK);
    if (!known || parameters == null || parameters.length != 1) {
      throw new ReflectionException(
          new NoSuchMethodException(action + ", expected dump(String) or mark(String)"));
    }
    if (!(parameters[0] instanceof String text) || text.isBlank()) {
      throw new IllegalArgumentException(
          action
              + ": "
              + (parameters[0] == null ? "null" : "'" + parameters[0] + "'")
              + " is not a valid name, expected "
              + (action.equals(DUMP)
                  ? "a file name such as open.html; nothing was written"
                  : "a name that is not blank; the mark was not set"));
    }
    return unseen(() -> action.equals(DUMP) ? dump(text) : mark(text));
  }

  private String dump(String name) throws IOException {
    return reports.write(name).toString();
  }

  private String mark(String name) throws IOException {
    if (!ledger.marks().set(name)) {
      throw new IOException(
          "the marks file has reached its limit of "
              + Marks.MAX_BYTES
              + " bytes; the mark was not set");
    }
    return Marks.printable(name);
  }

  /**
   * Runs a task without recording the files that the task opens and closes, since these files do
   * not belong to the application.
   */
  private static Object unseen(Callable<Object> task) throws MBeanException {
    FutureTask<Object> done = new FutureTask<>(task);
    Probe.unseen(done::run);
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw forClients(Objects.requireNonNullElse(e.getCause(), e));
    } catch (InterruptedException e) { // cannot happen: the task is done, so get() does not wait
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns or throws a new exception without causes, since a client may not have the classes of
   * the original exceptions.
   */
  private static MBeanException forClients(Throwable failure) {
    if (failure instanceof IOException) {
      return new MBeanException(new IOException(failure.getMessage()));
    }
    if (failure instanceof IllegalArgumentException) {
      throw new IllegalArgumentException(failure.getMessage());
    }
    if (failure instanceof IllegalStateException) {
      throw new IllegalStateException(failure.getMessage());
    }
    AgentLog.of("jmx").info("an operation failed", failure);
    throw new IllegalStateException(failure.toString());
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    return new OpenMBeanInfoSupport(
        LedgerBean.class.getName(),
        "Counts of this process's resources, and reports on those that are open",
        Arrays.stream(BeanAttribute.values())
            .map(BeanAttribute::info)
            .toArray(OpenMBeanAttributeInfo[]::new),
        new OpenMBeanConstructorInfo[0],
        new OpenMBeanOperationInfo[] {
          operation(
              DUMP,
              "Writes a report on all open resources to a new file next to the ledger, on the machine where this process runs; only the user of the process can read the file; returns the path",
              "name",
              "a file name without a folder; its suffix determines the format, as in open.html"),
          operation(
              MARK,
              "Marks the end of a cycle; reports then show what grows from cycle to cycle; returns the name as recorded",
              "name",
              "the name of the mark")
        },
        new MBeanNotificationInfo[0]);
  }

  private static OpenMBeanOperationInfo operation(
      String name, String about, String parameter, String aboutParameter) {
    OpenMBeanParameterInfo only =
        new OpenMBeanParameterInfoSupport(parameter, aboutParameter, SimpleType.STRING);
    return new OpenMBeanOperationInfoSupport(
        name,
        about,
        new OpenMBeanParameterInfo[] {only},
        SimpleType.STRING,
        MBeanOperationInfo.ACTION);
  }
}
