package io.ttalloc.runtime.device;

import io.ttalloc.runtime.buffer.BufferDevice;
import io.ttalloc.runtime.fault.Fault;
import io.ttalloc.runtime.fault.Faults;
import io.ttalloc.runtime.profile.DeviceProfile;
import io.ttalloc.runtime.program.ClosingTogether;
import io.ttalloc.runtime.program.Program;
import io.ttalloc.runtime.program.ProgramCache;
import io.ttalloc.runtime.session.DevicePool;
import io.ttalloc.runtime.session.DeviceSession;
import java.util.ArrayList;
import java.util.List;

/**
 * An opened chip.
 *
 * <p>Opening a chip loads the system's own programs, for the command queues and the fabric. Closing
 * it frees, in this order, the program cache, the sub-device tracker, the system's programs and the
 * queues; then the session ends. Buffers that are still open keep their memory.
 *
 * <p>Opened and closed by one thread; a second close does nothing.
 */
public final class Device implements BufferDevice, AutoCloseable {
  private static final int NUM_COMMAND_QUEUES = 1;

  private final DeviceSession session;
  private final ProgramCache programCache;
  private final SubDeviceManagerTracker subDeviceManagerTracker;
  private final List<CommandQueue> commandQueues = new ArrayList<>();
  private final List<Program> commandQueuePrograms = new ArrayList<>();
  private final List<Program> fabricPrograms = new ArrayList<>();
  private boolean initialized;

  /** Opens a chip in a new session. */
  public Device(int id, DeviceProfile profile) {
    this(id, profile, Faults.NONE);
  }

  /** Opens a chip with faults in a new session. */
  public Device(int id, DeviceProfile profile, Faults faults) {
    this.session = DevicePool.instance().open(id, profile, faults);
    this.programCache = new ProgramCache(name());
    this.subDeviceManagerTracker = new SubDeviceManagerTracker(profile.cores());
    try {
      initCommandQueueDevice();
      configureFabric();
      this.initialized = true;
    } finally {
      if (!initialized) {
        closeOwned();
      }
    }
  }

  /** Creates the queues and the program that serves them. */
  private void initCommandQueueDevice() {
    for (int queue = 0; queue < NUM_COMMAND_QUEUES; queue++) {
      commandQueues.add(new CommandQueue(session.sessionName(), queue));
    }
    Program program = new Program(Device::runsUntilClosed);
    commandQueuePrograms.add(program);
    program.impl().loadSystemKernels(this, session.profile().dispatchKernels());
  }

  /** Creates the program that routes data between the chips. */
  private void configureFabric() {
    Program program = new Program(Device::runsUntilClosed);
    fabricPrograms.add(program);
    program.impl().loadSystemKernels(this, session.profile().fabricKernels());
  }

  private static void runsUntilClosed(DeviceSession session, long[] arguments) {
    // The system's own kernels poll for commands until the device is closed, so there is nothing to
    // compute.
  }

  @Override
  public DeviceSession memory() {
    return session;
  }

  /** The id of the chip. */
  public int id() {
    return session.deviceId();
  }

  /** The name of the session, {@code chip#n}. */
  public String sessionName() {
    return session.sessionName();
  }

  /** A human-readable name of this device. */
  public String name() {
    return "Device " + session.sessionName();
  }

  /** Whether this device is open. */
  public boolean isInitialized() {
    return initialized;
  }

  /** The command queues. */
  public List<CommandQueue> commandQueues() {
    return List.copyOf(commandQueues);
  }

  /** The tracker that records how the cores are split into sub-devices. */
  public SubDeviceManagerTracker subDeviceManagerTracker() {
    return subDeviceManagerTracker;
  }

  /** The cache of programs that run on this chip alone; a mesh has its own cache. */
  public ProgramCache programCache() {
    return programCache;
  }

  /** Enables the program cache, which then keeps compiled programs. */
  public void enableProgramCache() {
    programCache.enable();
  }

  /** Frees the cached programs. */
  public void clearProgramCache() {
    programCache.clear();
  }

  /** Frees the cached programs and keeps none from now on. */
  public void disableAndClearProgramCache() {
    programCache.disable();
    programCache.clear();
  }

  /** The number of cached programs. */
  public int numProgramCacheEntries() {
    return programCache.numEntries();
  }

  @Override
  public void close() {
    if (initialized) {
      closeOwned();
    }
  }

  private void closeOwned() {
    Faults faults = session.faults();
    List<AutoCloseable> owned = new ArrayList<>();
    owned.add(programCache::clear);
    owned.add(programCache::ownerClosed);
    // Two attempted fixes for kernels that are left behind; neither had any effect.
    if (faults.has(Fault.FABRIC_PROGRAM_RESET)) {
      owned.add(() -> reset(fabricPrograms));
    }
    if (faults.has(Fault.REORDERED_CLOSE)) {
      owned.add(() -> reset(commandQueuePrograms));
    }
    owned.add(subDeviceManagerTracker);
    if (!faults.has(Fault.CQ_NEVER_CLEARED)) {
      owned.addAll(commandQueuePrograms);
    }
    owned.addAll(fabricPrograms);
    owned.addAll(commandQueues);
    owned.add(session::end);
    initialized = false;
    ClosingTogether.closeAll(owned);
  }

  private static void reset(List<Program> programs) {
    ClosingTogether.closeAll(programs);
    programs.clear();
  }
}
