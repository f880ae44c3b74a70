package io.ttalloc.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a request that decide whether it is answered. Immutable.
 *
 * @param path decoded, without the query
 * @param host the Host header
 * @param authorization the Authorization header
 * @param site the header Sec-Fetch-Site, in which a browser says how the requesting page is related
 *     to this server; null if absent
 * @param destination the header Sec-Fetch-Dest, in which a browser says what it needs the answer
 *     for; null if absent
 */
record RequestHead(
    String method,
    String path,
    @Nullable String host,
    @Nullable String authorization,
    @Nullable String site,
    @Nullable String destination) {

  static RequestHead of(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    return new RequestHead(
        exchange.getRequestMethod(),
        exchange.getRequestURI().getPath(),
        headers.getFirst("Host"),
        headers.getFirst("Authorization"),
        headers.getFirst("Sec-Fetch-Site"),
        headers.getFirst("Sec-Fetch-Dest"));
  }

  /**
   * Whether the request was made by a page of another site, and not by a user who followed a link.
   */
  boolean isOfAnotherSite() {
    return site != null
        && !site.equals("same-origin")
        && !site.equals("none")
        && !"document".equals(destination);
  }
}
