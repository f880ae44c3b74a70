package io.ttalloc.agent.jmx;

import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Finds the platform's server of management beans without making it: that would begin the
 * application's logging, perhaps before the application has said which manager of loggers and which
 * builder of servers are to be used.
 */
final class PlatformServer {
  private PlatformServer() {}

  /** The server, once it is complete if it is being made; null if there is none. */
  static @Nullable MBeanServer ifThere() throws JMException {
    ObjectName onlyThere = new ObjectName(ManagementFactory.RUNTIME_MXBEAN_NAME);
    for (MBeanServer server : servers()) {
      if (server.isRegistered(onlyThere)) {
        return server;
      }
    }
    return null;
  }

  /** Under the lock that {@link ManagementFactory#getPlatformMBeanServer} holds. */
  @SuppressWarnings("LockOnNonEnclosingClassLiteral") // the JDK's own
  private static List<MBeanServer> servers() {
    synchronized (ManagementFactory.class) {
      return MBeanServerFactory.findMBeanServer(null);
    }
  }
}
