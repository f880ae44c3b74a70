package io.ttalloc.it.jmx;

import io.ttalloc.testing.Await;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.LogManager;
import javax.management.MBeanServer;
import javax.management.MBeanServerBuilder;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/**
 * A host as application servers are: it makes a server of beans of its own, and only later says
 * which manager of loggers and which builder of servers are to be used; then it asks for the
 * platform's server. Prints one fact a line.
 */
final class HostWithOwnServer {
  private HostWithOwnServer() {}

  public static void main(String[] args) throws Exception {
    try (OpenHandles.Handle tracked = new OpenHandles.Handle()) {
      System.out.println("tracked " + tracked.size());
      MBeanServer own = MBeanServerFactory.createMBeanServer("com.acme");
      own.registerMBean(new Setting(), new ObjectName("com.acme:type=Setting"));
      // The host checks the class of a bean: this loads a class that else the platform's server
      // loads.
      Class.forName("javax.management.StandardEmitterMBean");
      awaitAgent();
      System.out.println("servers " + MBeanServerFactory.findMBeanServer(null).size());

      System.setProperty("java.util.logging.manager", OwnLogManager.class.getName());
      System.setProperty("javax.management.builder.initial", OwnBuilder.class.getName());
      MBeanServer platform = ManagementFactory.getPlatformMBeanServer();
      System.out.println("built by the host " + OwnBuilder.BUILT.get());
      System.out.println("loggers " + LogManager.getLogManager().getClass().getSimpleName());
      ObjectName bean = new ObjectName("io.ttalloc:type=Ledger");
      Await.until(() -> platform.isRegistered(bean));
      System.out.println("opened " + platform.getAttribute(bean, "Opened"));
      System.out.println("at the server of the host " + own.isRegistered(bean));
    }
  }

  /** Waits until the agent has reacted to a server of beans. */
  private static void awaitAgent() throws InterruptedException {
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      if (each.getKey().getName().equals("tt-alloc-jmx")) {
        each.getKey().join();
      }
    }
  }

  /** The attribute of a bean of the host. */
  public interface HasValue {
    int value();
  }

  /** A bean of a class of its own, as frameworks have them. */
  static final class Setting extends StandardMBean implements HasValue {
    Setting() {
      super(HasValue.class, false);
    }

    @Override
    public int value() {
      return 1;
    }
  }

  /** The host's own loggers. */
  public static final class OwnLogManager extends LogManager {}

  /** The host's own servers. */
  public static final class OwnBuilder extends MBeanServerBuilder {
    static final AtomicInteger BUILT = new AtomicInteger();

    @Override
    public MBeanServer newMBeanServer(
        String domain, @Nullable MBeanServer outer, MBeanServerDelegate delegate) {
      BUILT.incrementAndGet();
      return super.newMBeanServer(domain, outer, delegate);
    }
  }
}
