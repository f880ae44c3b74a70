package io.ttalloc.probe.resource;

/**
 * Removes users and passwords from labels that are JDBC URLs. Omits everything that is not known to
 * be harmless, because each driver has its own URL syntax.
 */
final class JdbcUrl {
  private static final String SCHEME = "jdbc:";
  private static final String HIDDEN = "***";

  /** The characters that introduce parameters, in the syntax of one driver or another. */
  private static final String BEFORE_PARAMETERS = "?;&(#, ";

  private JdbcUrl() {}

  /**
   * A label without the user and the parameters, if it is a JDBC URL; any other label unchanged.
   */
  static String withoutSecrets(String label) {
    if (!label.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return label;
    }
    // The password is removed first, because it may contain the delimiters of the other parts.
    int at = label.lastIndexOf('@');
    if (at < 0) {
      return withoutParameters(label);
    }
    int driver = label.indexOf(':', SCHEME.length());
    String start = driver < 0 || driver > at ? SCHEME : label.substring(0, driver + 1);
    return start.concat(HIDDEN).concat(withoutParameters(label.substring(at)));
  }

  private static String withoutParameters(String url) {
    int end = url.length();
    for (int i = 0; i < end; i++) {
      if (BEFORE_PARAMETERS.indexOf(url.charAt(i)) >= 0) {
        end = i;
      }
    }
    // In DB2's URLs a colon introduces the parameters.
    int equals = url.indexOf('=');
    if (equals >= 0 && equals < end) {
      end = Math.max(0, url.lastIndexOf(':', equals));
    }
    return end == url.length() ? url : url.substring(0, end);
  }
}
