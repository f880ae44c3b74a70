package io.ttalloc.corpus.libraries;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A container that creates beans by reflection and destroys them by calling methods by name. */
public final class ReflectiveDestroy {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.libraries.ReflectiveDestroy$Broker
          type: broker
          open: [<init>]
          close: [shutdown]
        - class: io.ttalloc.corpus.libraries.ReflectiveDestroy$Store
          type: store
          open: [<init>]
          close: [close]
        - class: io.ttalloc.corpus.libraries.ReflectiveDestroy$Exporter
          type: exporter
          open: [<init>]
          close: [stop]
      """;

  private ReflectiveDestroy() {}

  public static final class Broker {
    public void shutdown() {}
  }

  public static final class Store implements AutoCloseable {
    @Override
    public void close() {}
  }

  public static final class Exporter {
    private boolean stopped;

    /** Stops at once, or exports what is queued and then stops. */
    public void stop(boolean atOnce) {
      stopped = atOnce;
    }

    public boolean isStopped() {
      return stopped;
    }
  }

  static final class Container {
    private final Deque<Object> beans = new ArrayDeque<>();
    private final List<String> destroyMethods;

    Container(List<String> destroyMethods) {
      this.destroyMethods = destroyMethods;
    }

    void make(Class<?> type) throws ReflectiveOperationException {
      beans.push(type.getConstructor().newInstance());
    }

    void destroyAll() throws ReflectiveOperationException {
      while (!beans.isEmpty()) {
        destroy(beans.pop());
      }
    }

    private void destroy(Object bean) throws ReflectiveOperationException {
      for (Method method : bean.getClass().getMethods()) {
        if (destroyMethods.contains(method.getName())) {
          if (method.getParameterCount() == 0) {
            method.invoke(bean);
          } else {
            method.invoke(bean, true);
          }
          return;
        }
      }
      System.out.println(bean.getClass().getSimpleName() + " has no method to destroy it");
    }
  }

  static void run(Container container) throws ReflectiveOperationException {
    for (Class<?> type : List.of(Broker.class, Store.class, Exporter.class, Broker.class)) {
      container.make(type);
    }
    container.destroyAll();
  }

  @Truth(
      why = "the container does not know that brokers are closed by a method named shutdown",
      leaks = @Leak(type = "broker", count = 2, openedAt = "ReflectiveDestroy$Container.make"))
  public static final class Leaking {
    public static void main(String[] args) throws ReflectiveOperationException {
      run(new Container(List.of("close", "stop")));
    }
  }

  @Truth(why = "all beans are closed by reflection, each by its own method")
  public static final class Mended {
    public static void main(String[] args) throws ReflectiveOperationException {
      run(new Container(List.of("close", "stop", "shutdown")));
    }
  }
}
