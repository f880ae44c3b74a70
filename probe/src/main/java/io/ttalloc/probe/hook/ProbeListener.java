package io.ttalloc.probe.hook;

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

  /**
   * A number was opened that is open already. Called once for each type.
   *
   * @param classes of the rule
   * @param isOfObject whether the rule says in which object it is unique
   */
  void openedAgain(String type, String classes, long number, boolean isOfObject);

  /** The probe has switched itself off after this number of errors. */
  void switchedOff(int errors);
}
