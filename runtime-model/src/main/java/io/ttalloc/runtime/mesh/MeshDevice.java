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
 * <p>{@link #close} closes the queues, the sub-device tracker and the devices, and does <b>not</b>
 * clear the mesh's own program cache: the kernels of cached workloads stay in the chips' DRAM until
 * the cache is cleared, which is possible before and after closing. If a mesh that has a cleaner
 * becomes unreachable, the cleaner closes the mesh and clears its cache. The cleaner stays
 * registered after closing.
 *
 * <p>Runs one operation at a time: operations hold {@link #operationLock}. A second close does
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

  /** The chips and their positions. */
  public MeshDeviceView view() {
    return view;
  }

  /** The number of rows and columns. */
  public MeshShape shape() {
    return view.shape();
  }

  /** The number of this mesh in this process, starting at 0. */
  public int id() {
    return id;
  }

  /** A human-readable name of this mesh. */
  public String name() {
    return view.name();
  }

  /** The queue that operations use. */
  public MeshCommandQueue meshCommandQueue() {
    return queues.get(0);
  }

  /** The lock that is held by the thread that runs an operation on this mesh. */
  public Object operationLock() {
    return operationLock;
  }

  /** The cache of this mesh's compiled workloads. */
  public ProgramCache programCache() {
    return programCache;
  }

  /** Enables the program cache, which then keeps compiled workloads. */
  public void enableProgramCache() {
    programCache.enable();
  }

  /** Frees the cached workloads; also works after closing. */
  public void clearProgramCache() {
    programCache.clear();
  }

  /** Frees the cached workloads and keeps none from now on; also works after closing. */
  public void disableAndClearProgramCache() {
    programCache.disable();
    programCache.clear();
  }

  /** The number of cached workloads; also available after closing. */
  public int numProgramCacheEntries() {
    return programCache.numEntries();
  }

  /** Sets whether an operation that is not in the cache may be compiled; true by default. */
  public void cacheMissesAllowed(boolean allowed) {
    programCache.cacheMissesAllowed(allowed);
  }

  /** Whether this mesh was closed. */
  public boolean isClosed() {
    return teardown.isClosed();
  }

  @Override
  public void close() {
    teardown.closeMesh();
  }
}
