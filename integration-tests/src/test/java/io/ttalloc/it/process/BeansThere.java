package io.ttalloc.it.process;

import io.ttalloc.testing.Await;
import java.lang.management.ManagementFactory;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The management beans of this process. */
final class BeansThere {
  private static final String AGENT = "io.ttalloc:*";

  private BeansThere() {}

  /**
   * Returns the beans that the agent has registered. The agent registers them on another thread,
   * which may take a moment.
   *
   * @param awaited whether to wait until beans of the agent are registered
   */
  static Set<ObjectName> ofAgent(boolean awaited) throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName all = new ObjectName(AGENT);
    Await.until(() -> !awaited || !server.queryNames(all, null).isEmpty());
    return server.queryNames(all, null);
  }

  /** The number of beans that were not registered by the agent. */
  static int countOfOthers() throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    return server.getMBeanCount() - server.queryNames(new ObjectName(AGENT), null).size();
  }
}
