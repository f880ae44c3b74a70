package io.ttalloc.text;

import org.jspecify.annotations.Nullable;

/**
 * Expands a leading {@code ~} in the path of a file or directory. A shell does so only at the start
 * of a word, and therefore not within {@code -javaagent:JAR=dir=~/x}.
 */
public final class UserPath {
  private UserPath() {}

  /**
   * Returns the path, with a leading {@code ~} replaced by the home directory of the user. Home
   * directories of other users ({@code ~name/}) are not looked up.
   *
   * @param home the value of the environment variable HOME; if null or empty, the system property
   *     user.home is used instead
   */
  public static String expanded(String written, @Nullable String home) {
    if (!written.equals("~") && !written.startsWith("~/")) {
      return written;
    }
    String folder = home == null || home.isEmpty() ? System.getProperty("user.home", "") : home;
    boolean known = folder.startsWith("/");
    return known ? folder + written.substring(1) : written;
  }
}
