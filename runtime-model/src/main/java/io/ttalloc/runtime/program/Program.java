package io.ttalloc.runtime.program;

import io.ttalloc.runtime.buffer.CircularBufferConfig;
import io.ttalloc.runtime.session.DeviceSession;

/**
 * A program that an operation builds: kernels, the circular buffers between them, and runtime
 * arguments.
 *
 * <p>This is the public API; {@link ProgramImpl} holds the contents. Used by one thread at a time.
 */
public final class Program implements CachedProgram {
  private final ProgramImpl impl;

  /** Creates an empty program that runs {@code function}. */
  public Program(KernelFunction function) {
    this.impl = new ProgramImpl(function);
  }

  /** The contents of the program. */
  public ProgramImpl impl() {
    return impl;
  }

  /** The program's number in this process. */
  public long id() {
    return impl.id();
  }

  /** Adds a kernel. */
  public void addKernel(Kernel kernel) {
    impl.addKernel(kernel);
  }

  /** Adds a circular buffer; it is placed when the program is compiled. */
  public void addCircularBuffer(CircularBufferConfig config) {
    impl.addCircularBuffer(config);
  }

  /** Replaces the runtime arguments; the next run uses them. */
  public void setRuntimeArguments(long... arguments) {
    impl.setRuntimeArguments(arguments);
  }

  /** Compiles the kernels and places the circular buffers; a second call does nothing. */
  public void compile(DeviceSession reference) {
    impl.compile();
    impl.allocateCircularBuffers(reference);
  }

  @Override
  public void close() {
    impl.close();
  }
}
