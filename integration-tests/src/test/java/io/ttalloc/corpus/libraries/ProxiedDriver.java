package io.ttalloc.corpus.libraries;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * A driver that is instantiated by reflection, behind a proxy that reconnects when a call fails.
 */
public final class ProxiedDriver {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.libraries.ProxiedDriver$FlakyConnection
          type: connection
          open: [<init>]
          close: [close]
          label: number
      """;

  private ProxiedDriver() {}

  /** The interface that the application uses. */
  public interface Connection extends AutoCloseable {
    int query(String sql);

    @Override
    void close();
  }

  /** The driver's connection, which works for four queries. */
  public static final class FlakyConnection implements Connection {
    private final int number;
    private int queries;

    public FlakyConnection(Integer number) {
      this.number = number;
    }

    @Override
    public int query(String sql) {
      queries++;
      if (queries > 4) {
        throw new IllegalStateException("connection " + number + " is worn out");
      }
      return sql.length();
    }

    @Override
    public void close() {
      queries = 4;
    }
  }

  static class Reconnecting implements InvocationHandler {
    private final String driver;
    private int connections;
    private Connection current;

    Reconnecting(String driver) throws ReflectiveOperationException {
      this.driver = driver;
      current = connect();
    }

    private Connection connect() throws ReflectiveOperationException {
      connections++;
      return Class.forName(driver)
          .asSubclass(Connection.class)
          .getConstructor(Integer.class)
          .newInstance(connections);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
      try {
        return method.invoke(current, args);
      } catch (InvocationTargetException e) {
        failed(current);
        current = connect();
        return method.invoke(current, args);
      }
    }

    void failed(Connection connection) {
      System.out.println("reconnecting from " + connection);
    }
  }

  static final class ClosingReconnecting extends Reconnecting {
    ClosingReconnecting(String driver) throws ReflectiveOperationException {
      super(driver);
    }

    @Override
    void failed(Connection connection) {
      connection.close();
    }
  }

  static void work(InvocationHandler handler) {
    ClassLoader loader = ProxiedDriver.class.getClassLoader();
    Class<?>[] types = {Connection.class};
    try (Connection connection = (Connection) Proxy.newProxyInstance(loader, types, handler)) {
      int sum = 0;
      for (int i = 0; i < 48; i++) {
        sum += connection.query("select " + i);
      }
      System.out.println(sum);
    }
  }

  @Truth(
      why =
          "a worn-out connection is replaced, and the proxy's close reaches only the last of twelve",
      leaks = {
        @Leak(type = "connection", count = 1, openedAt = "ProxiedDriver$Reconnecting.<init>"),
        @Leak(type = "connection", count = 10, openedAt = "ProxiedDriver$Reconnecting.invoke")
      })
  public static final class Leaking {
    public static void main(String[] args) throws ReflectiveOperationException {
      work(new Reconnecting(FlakyConnection.class.getName()));
    }
  }

  @Truth(
      why =
          "the handler closes the connection that failed; the proxy's close closes the last one by reflection")
  public static final class Mended {
    public static void main(String[] args) throws ReflectiveOperationException {
      work(new ClosingReconnecting(FlakyConnection.class.getName()));
    }
  }
}
