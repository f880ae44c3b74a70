package io.ttalloc.it.jmx;

import com.sun.tools.attach.VirtualMachine;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Await;
import java.io.IOException;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/**
 * A client without any of our classes: the JDK's class loader deserializes what the client reads.
 * It connects like JConsole, through the local connector that the JVM starts on demand.
 */
final class BeanClient implements AutoCloseable {

  private final JMXConnector connector;
  private final MBeanServerConnection server;
  private final ObjectName name;

  private BeanClient(JMXConnector connector) throws IOException, JMException {
    this.connector = connector;
    this.server = connector.getMBeanServerConnection();
    this.name = new ObjectName("io.ttalloc:type=Ledger");
  }

  /** Connects; the bean need not be registered yet. */
  @SuppressWarnings("BanJNDI") // connects only to a process of this test
  static BeanClient connect(RunningJvm running) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(running.pid()));
    String address = machine.startLocalManagementAgent();
    machine.detach();
    JMXConnector connector =
        JMXConnectorFactory.connect(
            new JMXServiceURL(address),
            Map.of(JMXConnectorFactory.DEFAULT_CLASS_LOADER, ClassLoader.getPlatformClassLoader()));
    return new BeanClient(connector);
  }

  /** Connects, and waits until the bean is registered. */
  static BeanClient connectToBean(RunningJvm running) throws Exception {
    BeanClient client = connect(running);
    Await.until(client::hasBean);
    return client;
  }

  MBeanServerConnection server() {
    return server;
  }

  ObjectName name() {
    return name;
  }

  boolean hasBean() throws IOException {
    return server.isRegistered(name);
  }

  Object attribute(String attribute) throws Exception {
    return server.getAttribute(name, attribute);
  }

  long number(String attribute) throws Exception {
    return (Long) attribute(attribute);
  }

  String invoke(String operation, @Nullable String parameter) throws Exception {
    return (String)
        server.invoke(
            name, operation, new Object[] {parameter}, new String[] {String.class.getName()});
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
