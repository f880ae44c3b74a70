package io.ttalloc.serve;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Addresses of machines as they are written in URLs and in the header {@code Host}. */
public final class HostText {
  /** An address of version 6 in brackets, its zone, and what follows, such as a port. */
  private static final Pattern BRACKETED =
      Pattern.compile("(\\[[0-9a-f:.]{2,45})(%[^\\]]*)?\\](.*)");

  private static final int GROUPS = 8;

  private HostText() {}

  /** The short form of an address, for version 6 that of RFC 5952 in brackets, with its zone. */
  public static String of(InetAddress address) {
    String full = address.getHostAddress();
    if (!full.contains(":")) {
      return full;
    }
    int zone = full.indexOf('%');
    int end = zone < 0 ? full.length() : zone;
    return "[" + shortened(full.substring(0, end)) + full.substring(end) + "]";
  }

  /** Shortens the first of the longest runs of two or more zeros. */
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
   * A {@code Host} in small letters, with an address of version 6 in its short form and without its
   * zone, which has a meaning on one machine only and which clients may leave out.
   */
  static String canonical(String host) {
    String small = host.toLowerCase(Locale.ROOT);
    Matcher bracketed = BRACKETED.matcher(small);
    // With a colon and in brackets it is an address or an error: no name is looked up.
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
