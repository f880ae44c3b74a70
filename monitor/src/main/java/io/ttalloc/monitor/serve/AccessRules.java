package io.ttalloc.monitor.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who is answered. A page of another site can make a browser send requests here, but not with a
 * host name of ours (its own name may resolve to this machine), so the {@code Host} must be one
 * that a user would type. Beyond the loopback interface a token is needed as well. Immutable.
 */
final class AccessRules {
  private static final String BEARER = "Bearer ";

  /** Empty for any: of a server at all addresses of a machine nobody knows all names. */
  private final Set<String> hosts;

  private final @Nullable String token;

  private AccessRules(Set<String> hosts, @Nullable String token) {
    this.hosts = Set.copyOf(hosts);
    this.token = token;
  }

  /**
   * The rules of a server.
   *
   * @param address where it is asked to listen
   * @param port where it listens
   * @param token what requests must carry; null if they need none, which an address that others
   *     reach must not have
   */
  static AccessRules of(InetSocketAddress address, int port, @Nullable String token) {
    InetAddress ip = address.getAddress();
    if (token == null && !ip.isLoopbackAddress()) {
      throw new IllegalArgumentException("no token for " + address);
    }
    Set<String> hosts = new LinkedHashSet<>();
    if (!ip.isAnyLocalAddress()) {
      for (String loopback : new String[] {"localhost", "127.0.0.1", "[::1]"}) {
        hosts.add(loopback + ":" + port);
      }
      // As the user wrote it: to look a name up might take long, and others decide what comes.
      hosts.add(host(address.getHostString()) + ":" + port);
      hosts.add(host(ip.getHostAddress()) + ":" + port);
    }
    return new AccessRules(hosts, token);
  }

  private static String host(String name) {
    return name.contains(":") ? "[" + name + "]" : name.toLowerCase(Locale.ROOT);
  }

  /**
   * Why a request is refused; null if it is answered.
   *
   * @param host the header of this name, or null
   * @param authorization the header of this name, or null
   */
  @Nullable HttpAnswer refusal(
      String method, @Nullable String host, @Nullable String authorization) {
    if (!method.equals("GET") && !method.equals("HEAD")) {
      return HttpAnswer.text(405, "only GET and HEAD are answered");
    }
    boolean known = host != null && hosts.contains(host.toLowerCase(Locale.ROOT));
    if (!known && !hosts.isEmpty()) {
      return HttpAnswer.text(
          421, "the Host of the request is not this server, expected one of " + hosts);
    }
    if (token != null && !isToken(authorization)) {
      return HttpAnswer.text(401, "expected the header Authorization: Bearer TOKEN")
          .with("WWW-Authenticate", "Bearer");
    }
    return null;
  }

  private boolean isToken(@Nullable String authorization) {
    String expected = BEARER + token;
    // Takes the same time however much of it is right.
    return authorization != null
        && MessageDigest.isEqual(authorization.getBytes(UTF_8), expected.getBytes(UTF_8));
  }
}
