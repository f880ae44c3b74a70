package io.ttalloc.benchmarks.process;

/** The smallest program that says something. */
public final class Hello {
  private Hello() {}

  /** Says it. */
  public static void main(String[] args) {
    System.out.println("Hello, world");
  }
}
