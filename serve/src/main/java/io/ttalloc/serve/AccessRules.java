package io.ttalloc.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests are answered. A page of another site can make a browser send requests
 * here. Even if that site's host name resolves to this machine, the {@code Host} header contains
 * that name, and not a name of this server. So the header must contain a name that a user would
 * type. Requests that a browser marks as coming from another site are rejected as well, so that
 * they cost this server nothing. If the server listens on more than the loopback interface, a token
 * is required, too. Immutable.
 */
final class AccessRules {
  /** Compared case-insensitively, as HTTP requires for authentication schemes. */
  private static final String BEARER = "Bearer ";

  /** The default port of HTTP, which clients omit from the {@code Host} header. */
  private static final int DEFAULT_PORT = 80;

  /**
   * The allowed hosts. Empty if any host is allowed, since a server that listens on all addresses
   * of a machine cannot know all names of that machine.
   */
  private final Set<String> hosts;

  private final @Nullable String token;

  /** The paths that need no token. */
  private final Set<String> openPaths;

  private AccessRules(Set<String> hosts, @Nullable String token, Set<String> openPaths) {
    this.hosts = Set.copyOf(hosts);
    this.token = token;
    this.openPaths = Set.copyOf(openPaths);
  }

  /**
   * Returns the rules of a server.
   *
   * @param address the address as specified by the user
   * @param port the port on which the server listens
   * @param token the token that requests must contain; null if they need none, which is only
   *     allowed for the loopback interface
   * @param openPaths the paths of files that are part of this program and therefore not secret;
   *     nothing else is readable without the token
   */
  static AccessRules of(
      InetSocketAddress address, int port, @Nullable String token, Set<String> openPaths) {
    InetAddress ip = address.getAddress();
    if (token == null && !ip.isLoopbackAddress()) {
      throw new IllegalArgumentException("no token for " + address);
    }
    Set<String> hosts = new LinkedHashSet<>();
    if (!ip.isAnyLocalAddress()) {
      // Uses the name as the user wrote it. A reverse lookup may take a long time, and others
      // control its result.
      String written = address.getHostString().toLowerCase(Locale.ROOT);
      String shown = HostText.canonical(HostText.of(ip));
      for (String name : List.of("localhost", "127.0.0.1", "[::1]", shown, written)) {
        if (name.startsWith("[") || !name.contains(":")) {
          hosts.add(name + ":" + port);
          if (port == DEFAULT_PORT) {
            hosts.add(name);
          }
        }
      }
    }
    return new AccessRules(hosts, token, openPaths);
  }

  /** Returns the answer that refuses a request; null if the request is allowed. */
  @Nullable HttpAnswer refusal(RequestHead head) {
    if (!head.method().equals("GET") && !head.method().equals("HEAD")) {
      return HttpAnswer.text(405, "only GET and HEAD are supported");
    }
    String host = head.host();
    boolean known = host != null && hosts.contains(HostText.canonical(host));
    if (!known && !hosts.isEmpty()) {
      return HttpAnswer.text(
          421, "the Host header does not name this server, expected one of " + hosts);
    }
    if (head.isOfAnotherSite()) {
      return HttpAnswer.text(
          403, "the request comes from a page on another site, expected a page of this server");
    }
    boolean open = openPaths.contains(head.path());
    if (token != null && !open && !isToken(head.authorization())) {
      return HttpAnswer.text(401, "no valid token, expected an Authorization: Bearer TOKEN header")
          .with("WWW-Authenticate", "Bearer");
    }
    return null;
  }

  private boolean isToken(@Nullable String authorization) {
    if (token == null
        || authorization == null
        || !authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return false;
    }
    String received = authorization.substring(BEARER.length());
    // Takes the same time however much of the token is correct.
    return MessageDigest.isEqual(received.getBytes(UTF_8), token.getBytes(UTF_8));
  }
}
