package io.ttalloc.it.packs;

import java.io.IOException;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.RMISocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Prints a line. With an argument, first calls itself remotely: through JMX ({@link #JMX}), through
 * RMI ({@link #RMI}), or through RMI in code that leaves a socket open ({@link #LEAKING}).
 */
final class RemoteProgram {
  static final String JMX = "jmx";
  static final String RMI = "rmi";
  static final String LEAKING = "leaking";

  private static final List<ServerSocket> LEFT_OPEN = new ArrayList<>();

  private RemoteProgram() {}

  /** The remote interface. */
  interface Service extends Remote {
    int call() throws RemoteException;
  }

  private static final class Healthy implements Service {
    @Override
    public int call() {
      return 1;
    }
  }

  private static final class Leaking implements Service {
    @Override
    public int call() {
      return leaveOpen();
    }
  }

  /** A factory that, for each socket that it returns to RMI, leaves another socket open. */
  private static final class Factory
      implements RMIClientSocketFactory, RMIServerSocketFactory, Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      int unused = leaveOpen();
      return RMISocketFactory.getDefaultSocketFactory().createSocket(host, port);
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
      int unused = leaveOpen();
      return RMISocketFactory.getDefaultSocketFactory().createServerSocket(port);
    }
  }

  public static void main(String[] args) throws Exception {
    for (String each : args) {
      switch (each) {
        case JMX -> useManagement();
        case RMI -> useRegistry();
        case LEAKING -> leak();
        default -> throw new IllegalArgumentException(each);
      }
    }
    System.out.println("text");
  }

  @SuppressWarnings("BanJNDI") // The program connects to itself.
  private static void useManagement() throws Exception {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    JMXConnectorServer server =
        JMXConnectorServerFactory.newJMXConnectorServer(
            new JMXServiceURL("service:jmx:rmi://"), null, beans);
    server.start();
    try (JMXConnector connector = JMXConnectorFactory.connect(server.getAddress())) {
      System.out.println(connector.getMBeanServerConnection().getMBeanCount());
    }
    server.stop();
  }

  private static void useRegistry() throws Exception {
    Registry registry = LocateRegistry.createRegistry(0);
    Healthy service = new Healthy();
    registry.bind("service", UnicastRemoteObject.exportObject(service, 0));
    call(service, (Service) registry.lookup("service"));
    UnicastRemoteObject.unexportObject(registry, true);
  }

  private static void leak() throws Exception {
    Factory factory = new Factory();
    Leaking service = new Leaking();
    call(service, (Service) UnicastRemoteObject.exportObject(service, 0, factory, factory));
  }

  private static void call(Service service, Service stub) throws Exception {
    System.out.println(stub.call());
    UnicastRemoteObject.unexportObject(service, true);
  }

  private static int leaveOpen() {
    try {
      LEFT_OPEN.add(new ServerSocket(0));
      return LEFT_OPEN.size();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
