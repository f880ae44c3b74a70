package io.ttalloc.runtime.ttnn;

/**
 * Conversions between float and bfloat16, the upper half of a 32-bit float with 8 bits of exponent
 * and 7 of mantissa. Rounds to the nearest value, ties to even.
 */
public final class Bfloat16 {
  private static final int ABSOLUTE = 0x7fff_ffff;
  private static final int INFINITY = 0x7f80_0000;
  private static final int QUIET = 0x0040;

  private Bfloat16() {}

  /** Converts to a float without loss. */
  public static float toFloat(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /**
   * Converts to the nearest value; values that are too large become infinity, and NaN stays NaN.
   */
  public static short fromFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    if ((bits & ABSOLUTE) > INFINITY) {
      // Rounding could turn a NaN into another value, such as an infinity.
      return (short) ((bits >>> 16) | QUIET);
    }
    return (short) ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16);
  }

  /** Converts an array to floats. */
  public static float[] toFloats(short[] values) {
    float[] converted = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      converted[i] = toFloat(values[i]);
    }
    return converted;
  }
}
