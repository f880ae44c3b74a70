package io.ttalloc.serve.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP URL to which notifications are sent. User info in the URL is sent as an Authorization
 * header, as HTTP requires. To print the URL, use {@link #shown}, since the path and query may be
 * secret as well. Immutable.
 */
public final class ReceiverUrl {
  private final URI target;
  private final @Nullable String authorization;

  private ReceiverUrl(URI target, @Nullable String authorization) {
    this.target = target;
    this.authorization = authorization;
  }

  /**
   * Parses the address that a user wrote.
   *
   * @throws IllegalArgumentException if the address cannot be used; the message contains the
   *     reason, but not the address
   */
  public static ReceiverUrl of(String written) {
    URI uri;
    try {
      uri = new URI(written.strip());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("it is not a URL (" + e.getReason() + ")", e);
    }
    String scheme = Objects.requireNonNullElse(uri.getScheme(), "").toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException("it begins with neither http:// nor https://");
    }
    if (uri.getHost() == null || uri.getPort() > 65_535 || uri.getPort() == 0) {
      throw new IllegalArgumentException("it has no host, or its port is invalid");
    }
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return new ReceiverUrl(
        URI.create(scheme + "://" + uri.getHost() + port + path + query), basic(uri.getUserInfo()));
  }

  private static @Nullable String basic(@Nullable String userInfo) {
    return userInfo == null
        ? null
        : "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(UTF_8));
  }

  /** The address to which notifications are sent, without user info. */
  public URI target() {
    return target;
  }

  /** The value of the Authorization header, if the address had user info; otherwise null. */
  public @Nullable String authorization() {
    return authorization;
  }

  /** Scheme, host and port, which are not secret. */
  public String shown() {
    return target.getScheme() + "://" + target.getRawAuthority();
  }

  @Override
  public String toString() {
    return shown();
  }
}
