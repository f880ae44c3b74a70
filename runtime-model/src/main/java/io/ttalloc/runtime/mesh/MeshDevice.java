package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.device.Device;
import io.ttalloc.runtime.device.SubDeviceManagerTracker;
import io.ttalloc.runtime.profile.MeshShape;
import io.ttalloc.runtime.program.ClosingTogether;
import io.ttalloc.runtime.program.ProgramCache;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Several chips used as one.
 *
 * <p>{@link #close} closes queues, tracker and devices, and does <b>not</b> clear the mesh's own
 * program cache: the kernels of cached workloads stay in the chips' DRAM until the cache is
 * cleared, before or after closing. A mesh that is dropped is closed by its cleaner, if it has one,
 * and its cache is cleared then. The cleaner stays after closing.
 *
 * <p>Serves one operation at a time; operations hold {@link #operationLock}. A second close does
 * nothing.
 */
public final class MeshDevice implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final AtomicInteger NEXT_ID = new AtomicInteger();
  private static final int NUM_COMMAND_QUEUES = 1;

  private final Object operationLock = new Object();
  private final int id = NEXT_ID.getAndIncrement();
  private final MeshDeviceView view;
  private final ProgramCache programCache;
  private final List<MeshCommandQueue> queues = new ArrayList<>();
  private final MeshDeviceTeardown teardown;

  private MeshDevice(MeshDeviceConfig config) {
    String name = "MeshDevice#%d (%s)".formatted(id, config.shape());
    List<Device> devices = openDevices(config);
    this.view = new MeshDeviceView(name, config.shape(), devices);
    this.programCache = new ProgramCache(name);
    for (int queue = 0; queue < NUM_COMMAND_QUEUES; queue++) {
      queues.add(new MeshCommandQueue(view, queue));
    }
    SubDeviceManagerTracker tracker = new SubDeviceManagerTracker(config.profile().cores());
    this.teardown = new MeshDeviceTeardown(programCache, queues, tracker, devices);
    if (config.cleaner()) {
      CLEANER.register(this, teardown);
    }
  }

  private static List<Device> openDevices(MeshDeviceConfig config) {
    List<Device> devices = new ArrayList<>();
    boolean complete = false;
    try {
      for (int row = 0; row < config.shape().rows(); row++) {
        for (int column = 0; column < config.shape().columns(); column++) {
          int chip = config.profile().meshRows().get(row).get(column);
          devices.add(new Device(chip, config.profile(), config.faults()));
        }
      }
      complete = true;
      return devices;
    } finally {
      if (!complete) {
        ClosingTogether.closeAll(devices);
      }
    }
  }

  /** Opens a mesh of Wormhole chips with a cleaner. */
  public static MeshDevice open(MeshShape shape) {
    return new MeshDevice(MeshDeviceConfig.of(shape));
  }

  /** Opens a mesh. */
  public static MeshDevice open(MeshDeviceConfig config) {
    return new MeshDevice(config);
  }

  /** The chips and where they stand. */
  public MeshDeviceView view() {
    return view;
  }

  /** Rows and columns. */
  public MeshShape shape() {
    return view.shape();
  }

  /** The number of the mesh in this process, from 0. */
  public int id() {
    return id;
  }

  /** Its name, for people. */
  public String name() {
    return view.name();
  }

  /** The queue that operations use. */
  public MeshCommandQueue meshCommandQueue() {
    return queues.get(0);
  }

  /** Held by the thread that runs an operation on this mesh. */
  public Object operationLock() {
    return operationLock;
  }

  /** The compiled workloads of this mesh. */
  public ProgramCache programCache() {
    return programCache;
  }

  /** Keeps compiled workloads from now on. */
  public void enableProgramCache() {
    programCache.enable();
  }

  /** Frees the compiled workloads; works after closing too. */
  public void clearProgramCache() {
    programCache.clear();
  }

  /** Frees the compiled workloads and keeps none from now on; works after closing too. */
  public void disableAndClearProgramCache() {
    programCache.disable();
    programCache.clear();
  }

  /** The number of compiled workloads that are kept; works after closing too. */
  public int numProgramCacheEntries() {
    return programCache.numEntries();
  }

  /** Says whether an operation that is not in the cache may be compiled; from the start it may. */
  public void cacheMissesAllowed(boolean allowed) {
    programCache.cacheMissesAllowed(allowed);
  }

  /** Whether it was closed. */
  public boolean isClosed() {
    return teardown.isClosed();
  }

  @Override
  public void close() {
    teardown.closeMesh();
  }
}
