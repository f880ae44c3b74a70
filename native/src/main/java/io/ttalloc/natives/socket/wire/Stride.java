package io.ttalloc.natives.socket.wire;

import org.jspecify.annotations.Nullable;

/**
 * The length of a message. TT-Metal's struct has grown three times, and contains neither a version
 * nor a length. Its first {@value #EVENT_BYTES} bytes, which hold a whole event, are the same in
 * all versions:
 *
 * <pre>
 *  0 type u8, 3 zero   4 device i32   8 size u64   16 buffer type u8, 3 unused
 * 20 process i32      24 address u64 32 timestamp u64 (nanoseconds; 0 on frees)
 * </pre>
 *
 * <p>Answers have more fields from offset 40 on: four u64 in all versions; then, in {@link #B128}
 * and {@link #B144}, two more u64 for circular buffers and kernels; then, in all but {@link #B72},
 * two u64 and six u32 about the device; then, in {@link #B144}, three u32 about the ring buffer of
 * kernels. All numbers are little-endian.
 */
public enum Stride {
  B72(72, -1, -1, -1),
  B112(112, -1, 72, -1),
  B128(128, 72, 88, -1),
  B144(144, 72, 88, 128);

  static final int TYPE = 0;
  static final int TYPE_END = 4;
  static final int DEVICE = 4;
  static final int SIZE = 8;
  static final int BUFFER_TYPE = 16;
  static final int PROCESS = 20;
  static final int ADDRESS = 24;
  static final int TIMESTAMP = 32;
  static final int EVENT_BYTES = 40;

  /**
   * The offset in an answer at which the fields for the bytes used in DRAM, L1, small L1 and traces
   * begin.
   */
  static final int USED = 40;

  static final int MAX_LENGTH = 144;

  private final int bytes;

  /**
   * The offset in an answer at which the fields for circular buffers and kernels begin; negative if
   * answers of this length do not have these fields. The next two constants are offsets of the same
   * kind.
   */
  final int circularAndKernel;

  final int device;
  final int ring;

  Stride(int bytes, int circularAndKernel, int device, int ring) {
    this.bytes = bytes;
    this.circularAndKernel = circularAndKernel;
    this.device = device;
    this.ring = ring;
  }

  /** The length in bytes. */
  public int bytes() {
    return bytes;
  }

  /** Returns the stride with the given number of bytes; null if there is none. */
  static @Nullable Stride of(int bytes) {
    for (Stride stride : values()) {
      if (stride.bytes == bytes) {
        return stride;
      }
    }
    return null;
  }
}
