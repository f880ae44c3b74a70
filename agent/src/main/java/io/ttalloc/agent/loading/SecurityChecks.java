package io.ttalloc.agent.loading;

import java.lang.reflect.ReflectPermission;
import java.security.AccessController;
import java.security.PrivilegedAction;
import org.jspecify.annotations.Nullable;

/**
 * Handles security managers, which may exist before JDK 24. The agent works while the application
 * loads a class. A security manager may check everything that the agent does then, and each check
 * may load classes. If a check needs the very class that is being loaded, the application can never
 * load that class.
 */
@SuppressWarnings("removal") // Used only where it has an effect; there is no replacement.
public final class SecurityChecks {
  /**
   * From this release on, an application can install a manager only if that is allowed explicitly.
   */
  private static final int WITH_PERMISSION = 18;

  private static final int WITHOUT_MANAGERS = 24;

  /**
   * The JDK loads this class when the application installs a manager, just before the installation.
   */
  private static final String LOADED_BEFORE = "java/lang/System$CallersHolder";

  private SecurityChecks() {}

  /** Whether there is a security manager, so that checks are made. */
  public static boolean areMade() {
    return System.getSecurityManager() != null;
  }

  /**
   * Whether the loading of a class shows that a manager is about to be installed.
   *
   * @param name the internal name of the class
   */
  public static boolean areMadeAfter(String name) {
    return name.equals(LOADED_BEFORE);
  }

  /** Whether there is a manager, or one may be installed later. */
  public static boolean mayBeMade() {
    int release = Runtime.version().feature();
    String allowed =
        System.getProperty(
            "java.security.manager", release < WITH_PERMISSION ? "allow" : "disallow");
    return release < WITHOUT_MANAGERS && !allowed.equals("disallow");
  }

  /** Whether the checks are made by the application's own code, which may load any class. */
  public static boolean areOfTheApplication() {
    SecurityManager manager = System.getSecurityManager();
    return manager != null && manager.getClass() != SecurityManager.class;
  }

  /** Runs an action with the agent's own permissions, whatever callers are on the stack. */
  public static <T extends @Nullable Object> T within(PrivilegedAction<T> action) {
    return System.getSecurityManager() == null
        ? action.run()
        : AccessController.doPrivileged(action);
  }

  /**
   * Loads the classes that the checks of the JDK's own manager need, before the application needs
   * them.
   */
  public static void loadWhatTheyNeed() {
    if (!mayBeMade() || areOfTheApplication()) {
      return;
    }
    AccessController.doPrivileged(
        (PrivilegedAction<@Nullable Void>)
            () -> {
              tryEach();
              return null;
            });
  }

  private static void tryEach() {
    try {
      // Not installed: this manager only makes the checks that an installed manager would make.
      SecurityManager manager = new SecurityManager();
      manager.checkRead("file");
      manager.checkPropertyAccess("name");
      manager.checkConnect("localhost", 1);
      manager.checkPermission(new RuntimePermission("getClassLoader"));
      manager.checkPermission(new ReflectPermission("suppressAccessChecks"));
      Class<?> unused = Class.forName("java.security.AccessControlException", true, null);
    } catch (SecurityException | ClassNotFoundException e) {
      // The agent lacks some permissions, so later checks of what it does fail as well, and nothing
      // is woven.
    }
  }
}
