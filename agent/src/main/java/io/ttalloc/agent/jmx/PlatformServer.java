package io.ttalloc.agent.jmx;

import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Finds the platform MBean server without creating it. Creating it would initialize the
 * application's logging, perhaps before the application has chosen its log manager and its builder
 * of MBean servers.
 */
final class PlatformServer {
  private PlatformServer() {}

  /** The server; if it is being created, waits until it is complete. Null if there is none. */
  static @Nullable MBeanServer ifThere() throws JMException {
    ObjectName onlyThere = new ObjectName(ManagementFactory.RUNTIME_MXBEAN_NAME);
    for (MBeanServer server : servers()) {
      if (server.isRegistered(onlyThere)) {
        return server;
      }
    }
    return null;
  }

  /**
   * Lists the servers under the lock that {@link ManagementFactory#getPlatformMBeanServer} holds.
   */
  @SuppressWarnings("LockOnNonEnclosingClassLiteral") // the lock that the JDK itself uses
  private static List<MBeanServer> servers() {
    synchronized (ManagementFactory.class) {
      return MBeanServerFactory.findMBeanServer(null);
    }
  }
}
