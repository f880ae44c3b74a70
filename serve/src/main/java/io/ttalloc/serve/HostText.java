package io.ttalloc.serve;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats IP addresses for URLs and for the {@code Host} header. */
public final class HostText {
  /** An IPv6 address in brackets, its zone, and the rest, such as a port. */
  private static final Pattern BRACKETED =
      Pattern.compile("(\\[[0-9a-f:.]{2,45})(%[^\\]]*)?\\](.*)");

  private static final int GROUPS = 8;

  private HostText() {}

  /**
   * Returns the short form of an address; for IPv6, the form of RFC 5952, in brackets and with the
   * zone.
   */
  public static String of(InetAddress address) {
    String full = address.getHostAddress();
    if (!full.contains(":")) {
      return full;
    }
    int zone = full.indexOf('%');
    int end = zone < 0 ? full.length() : zone;
    return "[" + shortened(full.substring(0, end)) + full.substring(end) + "]";
  }

  /** Shortens the first of the longest runs of two or more zero groups. */
  private static String shortened(String full) {
    for (int zeros = GROUPS; zeros > 1; zeros--) {
      Matcher run = Pattern.compile("(^|:)0(:0){" + (zeros - 1) + "}(?=:|$):?").matcher(full);
      if (run.find()) {
        return run.replaceFirst("::");
      }
    }
    return full;
  }

  /**
   * Returns the value of a {@code Host} header in lower case. An IPv6 address is shortened, and its
   * zone is removed, since the zone is only meaningful on one machine and clients may omit it.
   */
  static String canonical(String host) {
    String small = host.toLowerCase(Locale.ROOT);
    Matcher bracketed = BRACKETED.matcher(small);
    // Text in brackets that contains a colon is either an IPv6 address or invalid, so parsing it
    // never looks up a name.
    if (!bracketed.matches() || !bracketed.group(1).contains(":")) {
      return small;
    }
    try {
      return of(InetAddress.getByName(bracketed.group(1) + "]")) + bracketed.group(3);
    } catch (UnknownHostException e) {
      return small;
    }
  }
}
