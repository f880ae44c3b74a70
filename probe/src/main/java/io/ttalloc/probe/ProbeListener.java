package io.ttalloc.probe;

/** Gets what the probe reports to the agent. Called on application threads, inside a hook. */
public interface ProbeListener {
  /** A mark was set. */
  void marked(String name);

  /** The first error inside a hook. */
  void failed(Throwable thrown);

  /**
   * The first error of the application's own code where a rule reads an attribute.
   *
   * @param attribute as the rule's type names it
   * @param className of the resource
   */
  void attributeThrew(String attribute, String className, Throwable thrown);

  /** The probe has switched itself off after this number of errors. */
  void switchedOff(int errors);
}
