package io.ttalloc.runtime.program;

/**
 * What makes two calls of an operation the same program.
 *
 * <p>Equal only if everything is equal, so two programs never pass for one because their hash codes
 * collide.
 *
 * @param operation what people call the operation
 * @param attributes everything else that the program depends on: shapes, types, layouts
 */
public record ProgramKey(String operation, String attributes) {
  /** The hash that reports show for the entry. */
  public long hash() {
    return Integer.toUnsignedLong(hashCode());
  }

  /** The operation and its hash, as reports show it. */
  public String describe() {
    return operation + " 0x" + Long.toHexString(hash());
  }

  @Override
  public String toString() {
    return describe();
  }
}
