package io.ttalloc.it.truth;

/** The evidence that a report can use in addition to the events recorded by hooks. */
enum Evidence {
  ALL("all", true, true),
  WITHOUT_HEAP("without the heap", false, true),
  WITHOUT_COLLECTION("without collections", true, false),
  WITHOUT_BOTH("without both", false, false);

  /**
   * The flag that makes a JVM ignore explicit requests for garbage collection, including those of
   * programs.
   */
  static final String UNCOLLECTED = "-XX:+DisableExplicitGC";

  final String title;
  private final boolean heap;
  private final boolean collection;

  Evidence(String title, boolean heap, boolean collection) {
    this.title = title;
    this.heap = heap;
    this.collection = collection;
  }

  /** The agent's option for this kind of evidence. */
  String option() {
    return "holders=" + heap;
  }

  /** The JVM flags for this kind of evidence. */
  String[] jvmFlags() {
    return collection ? new String[0] : new String[] {UNCOLLECTED};
  }
}
