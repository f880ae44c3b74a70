package io.ttalloc.agent.jmx;

import io.ttalloc.ledger.files.Marks;
import io.ttalloc.ledger.read.LedgerPulse;
import io.ttalloc.ledger.read.LedgerWatch;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
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
 * The bean: attributes of {@link BeanAttribute}, the operations dump and mark, notifications of
 * {@link LeakNotices}. All its types are open types of JMX, and whatever it throws is of the JDK,
 * so that clients need no class of ours. Thread-safe.
 */
final class LedgerBean extends LeakNotices implements DynamicMBean {
  static final String NAME = "io.ttalloc:type=Ledger";
  private static final String DUMP = "dump";
  private static final String MARK = "mark";

  private final LedgerAccess ledger;

  /** Guarded by itself. */
  private final LedgerWatch counters;

  private final LeakWatch leaks;
  private final ReportFolder reports;

  private LedgerBean(LedgerAccess ledger, ObjectName name) {
    super(name);
    this.ledger = ledger;
    this.counters = LedgerWatch.ofOwn(ledger.content(), ledger.path());
    this.leaks = new LeakWatch(ledger, this::counters, this);
    this.reports = new ReportFolder(ledger.path());
  }

  /**
   * Registers the bean at the platform's server.
   *
   * @param made whether to make that server if there is none
   * @return takes it back; null if there is no such server
   * @throws JMException it cannot be registered
   */
  static @Nullable Runnable register(LedgerAccess ledger, boolean made) throws JMException {
    MBeanServer server =
        made ? ManagementFactory.getPlatformMBeanServer() : PlatformServer.ifThere();
    if (server == null) {
      return null;
    }
    ObjectName name = new ObjectName(NAME);
    LedgerBean bean = new LedgerBean(ledger, name);
    var ignored = server.registerMBean(bean, name);
    return () -> {
      bean.leaks.judge().end();
      try {
        server.unregisterMBean(name);
      } catch (JMException | RuntimeException e) {
        // Somebody else has unregistered it, or the server is the application's and refuses.
      }
    };
  }

  private LedgerPulse counters() throws IOException {
    synchronized (counters) {
      return counters.read();
    }
  }

  private BeanAnswer answer() {
    return new BeanAnswer(ledger.path(), this::counters, leaks.judge()::latest);
  }

  @Override
  void listeners(int now) {
    leaks.listeners(now);
  }

  @Override
  public Object getAttribute(String attribute) throws AttributeNotFoundException, MBeanException {
    return answer(attribute, answer());
  }

  private static Object answer(String attribute, BeanAnswer answer)
      throws AttributeNotFoundException, MBeanException {
    for (BeanAttribute each : BeanAttribute.values()) {
      if (each.key.equals(attribute)) {
        try {
          return each.of(answer);
        } catch (IOException e) {
          throw new MBeanException(new IOException("the ledger cannot be read: " + e.getMessage()));
        }
      }
    }
    throw new AttributeNotFoundException("there is no attribute " + attribute);
  }

  @Override
  public AttributeList getAttributes(String[] attributes) {
    AttributeList all = new AttributeList();
    BeanAnswer answer = answer();
    for (String attribute : attributes) {
      try {
        all.add(new Attribute(attribute, answer(attribute, answer)));
      } catch (JMException | IllegalStateException e) {
        // As other beans do: what is missing in the list could not be read.
      }
    }
    return all;
  }

  @Override
  public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
    throw new AttributeNotFoundException("no attribute can be set");
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
              + " is no name, expected a name"
              + (action.equals(DUMP)
                  ? " such as open.html; nothing was written"
                  : " for the mark; no mark is set"));
    }
    try {
      return action.equals(DUMP) ? dump(text) : mark(text);
    } catch (IOException e) {
      throw new MBeanException(e);
    }
  }

  private String dump(String name) throws IOException {
    ReportFolder.NewReport report = reports.newReport(name);
    leaks.judge().dump(report.file(), report.format());
    return report.file().toString();
  }

  private String mark(String name) throws IOException {
    if (!LedgerJudge.unseen(() -> ledger.marks().set(name))) {
      throw new IOException(
          "the file of marks has reached its limit of "
              + Marks.MAX_BYTES
              + " bytes; no mark is set");
    }
    return Marks.printable(name);
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    return new OpenMBeanInfoSupport(
        LedgerBean.class.getName(),
        "What this process has opened and not closed",
        Arrays.stream(BeanAttribute.values())
            .map(BeanAttribute::info)
            .toArray(OpenMBeanAttributeInfo[]::new),
        new OpenMBeanConstructorInfo[0],
        new OpenMBeanOperationInfo[] {
          operation(
              DUMP,
              "Writes a report to a new file beside the ledger, on the machine of this process, for its"
                  + " user alone; returns its path",
              "name",
              "a name without a folder, whose suffix says the format, such as open.html"),
          operation(
              MARK,
              "Marks the end of a cycle, to find what grows; returns the name as it is recorded",
              "name",
              "the name of the mark")
        },
        getNotificationInfo());
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
