package io.ttalloc.runtime.program;

/**
 * What makes two calls of an operation the same program.
 *
 * @param operation what people call the operation
 * @param hash hash of everything else: shapes, types, layouts, attributes
 */
public record ProgramKey(String operation, long hash) {
  /** The operation and its hash, as reports show it. */
  public String describe() {
    return operation + " 0x" + Long.toHexString(hash);
  }

  @Override
  public String toString() {
    return describe();
  }
}
