package io.ttalloc.benchmarks.process;

/** A program that does nothing. */
public final class Nothing {
  private Nothing() {}

  /** Returns. */
  public static void main(String[] args) {}
}
