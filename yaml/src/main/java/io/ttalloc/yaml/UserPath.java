package io.ttalloc.yaml;

import org.jspecify.annotations.Nullable;

/**
 * The name of a file or folder as a person writes it. A shell replaces {@code ~} only where a word
 * begins, so not within {@code -javaagent:JAR=dir=~/x}, and nobody wants a folder of that name.
 */
public final class UserPath {
  private UserPath() {}

  /**
   * The name with the home of the user for a leading {@code ~/}. The homes of others ({@code
   * ~name/}) are not looked up.
   *
   * @param home the variable HOME; if it is not set, what the JVM takes for the home counts
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
