package io.ttalloc.corpus.sessions;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * An application that registers its driver with the host and is redeployed; each deployment loads
 * its own copies of the application's classes.
 */
public final class DriverOfPlugin {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.sessions.DriverOfPlugin$AppConn
          type: connection
          open: [<init>]
          close: [close]
          label: node
      """;

  private DriverOfPlugin() {}

  /** The host's list of drivers. */
  public static final class Drivers {
    static final List<AutoCloseable> REGISTERED = new CopyOnWriteArrayList<>();

    private Drivers() {}

    public static void register(AutoCloseable driver) {
      REGISTERED.add(driver);
    }

    static void deregisterAllOf(ClassLoader loader) throws Exception {
      for (AutoCloseable driver : List.copyOf(REGISTERED)) {
        if (driver.getClass().getClassLoader() == loader) {
          REGISTERED.remove(driver);
          driver.close();
        }
      }
    }
  }

  /** A connection. Each deployment has its own copy of this class. */
  public static final class AppConn implements AutoCloseable {
    final String node;
    private boolean open = true;

    AppConn(String node) {
      this.node = node;
    }

    boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
    }
  }

  /** The application, which is its own driver and has two connections. */
  public static final class App implements Supplier<String>, AutoCloseable {
    private final AppConn reads = connect("reads");
    private final AppConn writes = connect("writes");

    public App() {
      Drivers.register(this);
    }

    private static AppConn connect(String node) {
      return new AppConn(node);
    }

    @Override
    public String get() {
      return reads.isOpen() && writes.isOpen() ? "deployed" : "closed";
    }

    @Override
    public void close() {
      writes.close();
      reads.close();
    }
  }

  /** Defines the application's classes itself. */
  static final class AppLoader extends ClassLoader {
    private static final String APP = DriverOfPlugin.class.getName() + "$App";

    AppLoader() {
      super(AppLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(APP) && !name.equals(APP + "Conn")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    Object deploy() throws ReflectiveOperationException {
      Supplier<?> app = (Supplier<?>) loadClass(APP).getConstructor().newInstance();
      return app.get();
    }
  }

  @Truth(
      why = "an undeployed application's driver stays registered with its two open connections",
      leaks =
          @Leak(
              type = "connection",
              count = 6,
              openedAt = "DriverOfPlugin$App.connect",
              heldBy = "static DriverOfPlugin$Drivers.REGISTERED"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) throws Exception {
      for (int deployment = 0; deployment < 3; deployment++) {
        System.out.println(new AppLoader().deploy());
      }
    }
  }

  @Truth(why = "the host deregisters and closes the drivers of the loader that it undeploys")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) throws Exception {
      for (int deployment = 0; deployment < 3; deployment++) {
        AppLoader loader = new AppLoader();
        System.out.println(loader.deploy());
        Drivers.deregisterAllOf(loader);
      }
    }
  }
}
