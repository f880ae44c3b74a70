package io.ttalloc.probe.hook;

/** Receives what the probe reports to the agent. Called on application threads, inside a hook. */
public interface ProbeListener {
  /** A mark was set. */
  void marked(String name);

  /** The first error inside a hook. */
  void failed(Throwable thrown);

  /**
   * The application's own code threw an exception while an attribute was read. Called only once for
   * each attribute of a type.
   *
   * @param attribute the name of the attribute in the rule's type
   * @param className the class of the resource
   */
  void attributeThrew(String attribute, String className, Throwable thrown);

  /**
   * A resource was opened under a number under which a resource was already open. Called once for
   * each type.
   *
   * @param classes the classes of the rule
   * @param isOfObject whether the rule names an object within which the number is unique
   */
  void openedAgain(String type, String classes, long number, boolean isOfObject);

  /** The probe has switched itself off after this number of errors. */
  void switchedOff(int errors);
}
