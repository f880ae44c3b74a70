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
 * A host like an application server. It first creates its own MBean server, later sets the log
 * manager and the builder of MBean servers, and then asks for the platform MBean server. Prints one
 * fact per line.
 */
final class HostWithOwnServer {
  private HostWithOwnServer() {}

  public static void main(String[] args) throws Exception {
    try (OpenHandles.Handle tracked = new OpenHandles.Handle()) {
      System.out.println("tracked " + tracked.size());
      MBeanServer own = MBeanServerFactory.createMBeanServer("com.acme");
      own.registerMBean(new Setting(), new ObjectName("com.acme:type=Setting"));
      // Checking the class of a bean loads a class that the platform's server would otherwise load.
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

  /** Waits until the agent has reacted to the creation of an MBean server. */
  private static void awaitAgent() throws InterruptedException {
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      if (each.getKey().getName().equals("tt-alloc-jmx")) {
        each.getKey().join();
      }
    }
  }

  /** The management interface of a bean of the host. */
  public interface HasValue {
    int value();
  }

  /** A bean whose class belongs to the host, as is common in frameworks. */
  static final class Setting extends StandardMBean implements HasValue {
    Setting() {
      super(HasValue.class, false);
    }

    @Override
    public int value() {
      return 1;
    }
  }

  /** The host's log manager. */
  public static final class OwnLogManager extends LogManager {}

  /** The host's builder of MBean servers. */
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
