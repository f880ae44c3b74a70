package io.ttalloc.runtime.program;

/**
 * The properties in which two calls of an operation must agree to share a program.
 *
 * <p>Keys are equal only if all components are equal, so two programs are never confused because
 * their hash codes collide.
 *
 * @param operation the human-readable name of the operation
 * @param attributes everything else that the program depends on: shapes, types, layouts
 */
public record ProgramKey(String operation, String attributes) {
  /** The hash that reports show for the cache entry. */
  public long hash() {
    return Integer.toUnsignedLong(hashCode());
  }

  /** The operation and its hash, as shown in reports. */
  public String describe() {
    return operation + " 0x" + Long.toHexString(hash());
  }

  @Override
  public String toString() {
    return describe();
  }
}
