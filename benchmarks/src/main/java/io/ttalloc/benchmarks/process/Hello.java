package io.ttalloc.benchmarks.process;

/** The smallest program with output. */
public final class Hello {
  private Hello() {}

  /** Prints a line. */
  public static void main(String[] args) {
    System.out.println("Hello, world");
  }
}
