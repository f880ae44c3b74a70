package io.ttalloc.probe;

/** What the probe tells the agent. Called on application threads, inside a hook. */
public interface ProbeListener {
  /** A mark was set. */
  void marked(String name);

  /** The first error inside a hook. */
  void failed(Throwable thrown);

  /** The first error of the application's own code, from which a rule reads what it opens. */
  void attributeThrew(Throwable thrown);

  /** The probe switched itself off after so many errors. */
  void switchedOff(int errors);
}
