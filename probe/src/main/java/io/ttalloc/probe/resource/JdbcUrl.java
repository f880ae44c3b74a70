package io.ttalloc.probe.resource;

/**
 * Labels that are URLs of JDBC, which may contain users and passwords, without these. What is not
 * known to be harmless is omitted: each driver has a form of its own.
 */
final class JdbcUrl {
  private static final String SCHEME = "jdbc:";
  private static final String HIDDEN = "***";

  /** The characters that parameters begin with, in one form or another. */
  private static final String BEFORE_PARAMETERS = "?;&(#, ";

  private JdbcUrl() {}

  /** The label without the user and the parameters of a URL; another label as it is. */
  static String withoutSecrets(String label) {
    if (!label.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return label;
    }
    // First, since a password may contain whatever ends the rest.
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
    // DB2 begins them with a colon.
    int equals = url.indexOf('=');
    if (equals >= 0 && equals < end) {
      end = Math.max(0, url.lastIndexOf(':', equals));
    }
    return end == url.length() ? url : url.substring(0, end);
  }
}
