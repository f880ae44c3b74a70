package io.ttalloc.agent.weave.transform;

import io.ttalloc.agent.weave.classes.NeverWoven;
import io.ttalloc.rules.Rule;
import java.util.List;

/** Creates the weaver, which loads Byte Buddy. Tests replace it. */
public class WeaverFactory {
  private static final String URL_CLASS_LOADER = "java.net.URLClassLoader";

  private static final List<String> NEEDED =
      List.of(URL_CLASS_LOADER, "sun.net.www.protocol.jrt.Handler");

  /**
   * Classes that are needed to open files or to evaluate {@code instanceof} checks. Rules may name
   * these classes, and the ledger is created when the first class that a rule names is loaded.
   */
  private static final List<String> NEEDED_TO_START =
      List.of(
          "sun.nio.ch.FileChannelImpl",
          "sun.nio.ch.SocketChannelImpl",
          "sun.nio.fs.UnixChannelFactory",
          "sun.nio.fs.UnixDirectoryStream",
          "sun.nio.fs.UnixSecureDirectoryStream");

  private final List<Rule> rules;

  public WeaverFactory(List<Rule> rules) {
    this.rules = rules;
  }

  /**
   * Creates a weaver. May fail if the stack or the memory is exhausted, and may then be called
   * again.
   */
  public Weaver make() {
    return new Weaver(new ReleaseCalls(rules));
  }

  /**
   * Loads JDK classes that are needed to start tracking, to read class files or to weave, for
   * example by an initializer of Byte Buddy. If such a class were loaded only during its own
   * transformation, it could never be loaded.
   */
  public static void loadWhatItNeeds() {
    // The transformer checks each class, including classes that are loaded for the check.
    boolean unused = NeverWoven.contains("java/lang/Object");
    load(NEEDED, true);
    load(NEEDED_TO_START, false);
  }

  /**
   * Loads the classes that are needed to take over from a warm start. The take-over may happen
   * while any class is being loaded, and it opens files; a class that was loaded for the first time
   * during the take-over would not be woven.
   */
  public static void loadForTakeOver() {
    load(List.of(URL_CLASS_LOADER), false);
    load(NEEDED_TO_START, false);
  }

  private static void load(List<String> names, boolean initialize) {
    for (String name : names) {
      try {
        Class<?> unused = Class.forName(name, initialize, null);
      } catch (ClassNotFoundException | LinkageError e) {
        // A class that cannot be loaded may not be needed. If it is, the error is reported when the
        // first class is woven.
      }
    }
  }
}
