package io.ttalloc.corpus.threads;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Scheduled jobs that poll devices; each job holds the port of its device. */
public final class JobNeverCancelled {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.threads.JobNeverCancelled$Port
          type: port
          open: [<init>]
          close: [close]
          label: $0
      """;

  private static final ScheduledExecutorService SCHEDULER =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "poll");
            thread.setDaemon(true);
            return thread;
          });

  private JobNeverCancelled() {}

  /** A serial port. */
  static final class Port implements AutoCloseable {
    private final String path;
    private int polls;

    Port(String path) {
      this.path = path;
    }

    void poll() {
      polls += path.length();
    }

    int polls() {
      return polls;
    }

    @Override
    public void close() {
      polls = -1;
    }
  }

  /** A device that is polled. */
  record Device(Port port, Future<?> job) {
    static Device attach(String path) {
      Port port = new Port(path);
      return new Device(port, SCHEDULER.scheduleAtFixedRate(port::poll, 1, 1, TimeUnit.HOURS));
    }
  }

  /** The attached devices. */
  static final class Devices {
    private final Map<String, Device> attached = new HashMap<>();

    void attach(String path) {
      attached.put(path, Device.attach(path));
    }

    void forget(String path) {
      attached.remove(path);
    }

    void detach(String path) {
      Device device = attached.remove(path);
      device.job().cancel(false);
      device.port().close();
    }

    int polls() {
      return attached.values().stream().mapToInt(device -> device.port().polls()).sum();
    }
  }

  @Truth(
      why = "a device is only forgotten, while the scheduler keeps its job and thereby its port",
      leaks =
          @Leak(
              type = "port",
              count = 8,
              openedAt = "JobNeverCancelled$Device.attach",
              heldBy = "static JobNeverCancelled.SCHEDULER"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      Devices devices = new Devices();
      for (int device = 0; device < 8; device++) {
        devices.attach("/dev/tty" + device);
      }
      System.out.println(devices.polls() + " polls");
      for (int device = 0; device < 8; device++) {
        devices.forget("/dev/tty" + device);
      }
    }
  }

  @Truth(why = "a device that is detached has its job cancelled and its port closed")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      Devices devices = new Devices();
      for (int device = 0; device < 8; device++) {
        devices.attach("/dev/tty" + device);
      }
      System.out.println(devices.polls() + " polls");
      for (int device = 0; device < 8; device++) {
        devices.detach("/dev/tty" + device);
      }
    }
  }
}
