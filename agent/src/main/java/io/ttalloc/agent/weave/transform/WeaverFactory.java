package io.ttalloc.agent.weave.transform;

import io.ttalloc.agent.weave.classes.NeverWoven;
import io.ttalloc.rules.Rule;
import java.util.List;

/** Makes the weaver, which loads Byte Buddy. Tests replace it. */
public class WeaverFactory {
  private static final String URL_CLASS_LOADER = "java.net.URLClassLoader";

  private static final List<String> NEEDED =
      List.of(URL_CLASS_LOADER, "sun.net.www.protocol.jrt.Handler");

  /**
   * What opens files, or asks whether something is of its class: a rule may name these, and the
   * ledger is created when the first class that a rule names is loaded.
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

  /** May fail where the stack or the memory is used up, and be called again. */
  public Weaver make() {
    return new Weaver(new ReleaseCalls(rules));
  }

  /**
   * Loads classes of the JDK that are needed to start tracking, to read class files or to weave, by
   * an initializer of Byte Buddy for example. One that is loaded only then, within the
   * transformation of itself, could never be loaded.
   */
  public static void loadWhatItNeeds() {
    // The transformer checks each class, including classes that are loaded for the check.
    boolean unused = NeverWoven.contains("java/lang/Object");
    load(NEEDED, true);
    load(NEEDED_TO_START, false);
  }

  /**
   * Loads what is needed to take over from a warm start, which may happen while any class is
   * loaded: taking over opens files, and a class that is loaded only to take over would stay as it
   * is.
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
        // Then nothing can use it, and if that matters, the first class that is woven says so.
      }
    }
  }
}
