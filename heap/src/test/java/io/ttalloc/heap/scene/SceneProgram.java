package io.ttalloc.heap.scene;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.ttalloc.probe.resource.OpenedForTest;
import java.lang.management.ManagementFactory;

/** Sets up all scenes, and dumps its own heap. */
public final class SceneProgram {
  /** The slot of an object whose close has begun; greater than the slots of all scenes. */
  public static final int CLOSING = 1_000;

  /** The slot of an object that only weak references refer to. */
  public static final int WEAK = 1_002;

  public static final int PHANTOM = 1_003;

  static final Conn CLOSING_OWNER = new Conn();
  static final Conn CLOSED = new Conn();

  private SceneProgram() {}

  public static void main(String[] arguments) throws Exception {
    OpenedForTest.openOwnerAndBeginClose(CLOSING_OWNER, CLOSING);
    CLOSED.$ttAllocResource = OpenedForTest.openAndClose(CLOSED, CLOSING + 1);
    Statics.set();
    Lists.set();
    Maps.set();
    Captures.set();
    Loaders.set();
    Threads.start();
    Tasks.set();
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(arguments[0], true);
    System.exit(0);
  }
}
