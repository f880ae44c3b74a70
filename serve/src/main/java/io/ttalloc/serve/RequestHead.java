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
 * @param site how the requesting page is related to this server, if a browser says so: the header
 *     Sec-Fetch-Site
 * @param destination the purpose for which a browser wants the answer, if it says so: the header
 *     Sec-Fetch-Dest
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
   * Whether the request was made by a page of another site, rather than by its user following a
   * link.
   */
  boolean isOfAnotherSite() {
    return site != null
        && !site.equals("same-origin")
        && !site.equals("none")
        && !"document".equals(destination);
  }
}
