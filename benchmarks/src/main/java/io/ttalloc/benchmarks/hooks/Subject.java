package io.ttalloc.benchmarks.hooks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operations to measure, and how their JVMs are started. Public for JMH's generated code. */
public enum Subject {
  /** The cheapest way to capture a stack: in the JVM's internal form, without resolving it. */
  THROWABLE("new Throwable", 10_000, true),
  /** Opens and closes a resource for which the rule records only the full stack. */
  PLAIN("tt-alloc, full stack", 10_000, true) {
    @Override
    String capture() {
      return "full";
    }
  },
  /** Like PLAIN, during a Flight Recorder recording in which the agent's events are disabled. */
  RECORDING("tt-alloc, full stack, during a recording without its events", 10_000, false) {
    @Override
    String capture() {
      return "full";
    }

    @Override
    List<String> jvmArgs() {
      return List.of(EMPTY_RECORDING);
    }
  },
  /**
   * Like PLAIN, with a Flight Recorder event for each open and each close, both with Flight
   * Recorder's own stack.
   */
  RECORDED("tt-alloc, full stack, with a recorded event for each", 10_000, false) {
    @Override
    String capture() {
      return "full";
    }

    @Override
    List<String> jvmArgs() {
      return List.of(
          EMPTY_RECORDING
              + ",+ttalloc.ResourceOpened#enabled=true,+ttalloc.ResourceClosed#enabled=true");
    }
  },
  /**
   * Opens and closes a resource whose rule records the same attributes as the rule of a device
   * buffer.
   */
  PLACED("tt-alloc, full stack, device buffer", 10_000, false) {
    @Override
    String capture() {
      return "full";
    }
  },
  /** Opens and closes a resource that is identified by a number instead of an object. */
  NUMBER("tt-alloc, full stack, a number", 10_000, true) {
    @Override
    String capture() {
      return "full";
    }
  },
  /** Netty's detector: track and close. */
  NETTY("Netty ResourceLeakDetector, PARANOID", 10_000, false) {
    @Override
    List<String> jvmArgs() {
      return List.of("-Dio.netty.leakDetection.level=PARANOID");
    }
  },
  /** Arrow's allocator: allocate and release. */
  ARROW("Arrow debug allocator", 1_000, false) {
    @Override
    List<String> jvmArgs() {
      return List.of(
          "-Darrow.memory.debug.allocator=true", "--add-opens=java.base/java.nio=ALL-UNNAMED");
    }
  },
  /** Open and close without the stack. */
  PLAIN_NO_STACK("tt-alloc, no stack", 100_000, true) {
    @Override
    String capture() {
      return "none";
    }
  },
  /** A number without the stack. */
  NUMBER_NO_STACK("tt-alloc, no stack, a number", 100_000, true) {
    @Override
    String capture() {
      return "none";
    }
  },
  /** A device buffer without the stack. */
  PLACED_NO_STACK("tt-alloc, no stack, device buffer", 100_000, false) {
    @Override
    String capture() {
      return "none";
    }
  },
  /** Opens and closes a file of the JDK, without the agent. */
  FILE("a file, not tracked", 10_000, false),
  /** Opens and closes a file, tracked by the pack for the JDK's files. */
  FILE_TRACKED("a file, tracked by the pack jdk-files, full stack", 10_000, false) {
    @Override
    String capture() {
      return "full";
    }

    @Override
    @Nullable String pack() {
      return "jdk-files";
    }
  },
  /** Only the harness, whose cost is part of every other figure. */
  NOTHING("(empty loop)", 100_000, false);

  private static final String EMPTY_RECORDING =
      "-XX:StartFlightRecording:settings=none,maxsize=64m";

  private final String title;
  private final int batch;
  private final boolean onTwoThreads;

  Subject(String title, int batch, boolean onTwoThreads) {
    this.title = title;
    this.batch = batch;
    this.onTwoThreads = onTwoThreads;
  }

  /** The name in tables. */
  String title() {
    return title;
  }

  /** The number of operations handed to the worker at a time. */
  int batch() {
    return batch;
  }

  /** Whether this subject is measured on two threads as well as on one. */
  boolean onTwoThreads() {
    return onTwoThreads;
  }

  /** The agent's option {@code capture}; null if this subject runs without the agent. */
  @Nullable String capture() {
    return null;
  }

  /** The pack that tracks this subject; null if the benchmarks' own rules track it. */
  @Nullable String pack() {
    return null;
  }

  /** Additional options for the JVM of this subject. */
  List<String> jvmArgs() {
    return List.of();
  }

  /** Returns a new operation for one thread. */
  Operation operation() {
    return switch (this) {
      case THROWABLE -> new Operations.BareThrowable();
      case PLAIN, PLAIN_NO_STACK, RECORDING, RECORDED -> new Operations.Plain();
      case NUMBER, NUMBER_NO_STACK -> new Operations.Numbered();
      case PLACED, PLACED_NO_STACK -> new Operations.Placed();
      case NETTY -> new NettyOperation();
      case ARROW -> new ArrowOperation();
      case FILE, FILE_TRACKED -> new Operations.OfFile();
      case NOTHING -> new Operations.Nothing();
    };
  }
}
