package io.ttalloc.benchmarks.hooks;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.CompilerControl.Mode;

/** The operations that need no library. */
final class Operations {
  private Operations() {}

  /** Captures a stack that is not read. */
  static final class BareThrowable implements Operation {
    /** Written, but never read, so that the operation is not optimized away. */
    @Nullable Throwable last;

    @Override
    @CompilerControl(Mode.DONT_INLINE)
    public void once() {
      last = new Throwable();
    }
  }

  /** Opens and closes a resource for which only the stack is recorded. */
  static final class Plain implements Operation {
    @Nullable PlainResource last;

    @Override
    @CompilerControl(Mode.DONT_INLINE)
    public void once() {
      PlainResource resource = new PlainResource();
      last = resource;
      resource.close();
    }
  }

  /** Opens and closes a resource that is identified by a number. */
  static final class Numbered implements Operation {
    long last;

    @Override
    @CompilerControl(Mode.DONT_INLINE)
    public void once() {
      long handle = NumberedBlocks.create();
      last = handle;
      NumberedBlocks.destroy(handle);
    }
  }

  /** Opens and closes a resource that has an address on a device. */
  static final class Placed implements Operation {
    private static final long BYTES = 12_288;

    private long address;
    @Nullable PlacedResource last;

    @Override
    @CompilerControl(Mode.DONT_INLINE)
    public void once() {
      PlacedResource resource = new PlacedResource(BYTES, address += BYTES);
      last = resource;
      resource.close();
    }
  }

  /** Opens a file and closes it. */
  static final class OfFile implements Operation {
    /** A file that exists in every JDK. */
    private final File file = new File(System.getProperty("java.home"), "release");

    @Nullable FileInputStream last;

    @Override
    @CompilerControl(Mode.DONT_INLINE)
    public void once() {
      try {
        FileInputStream stream = new FileInputStream(file);
        last = stream;
        stream.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Does nothing. */
  static final class Nothing implements Operation {
    @Override
    @CompilerControl(Mode.DONT_INLINE)
    public void once() {}
  }
}
