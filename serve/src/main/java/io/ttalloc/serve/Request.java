package io.ttalloc.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of a request. Immutable.
 *
 * @param path decoded, without the query
 * @param query the decoded parameters; if several have the same name, only the first
 */
record Request(String path, Map<String, String> query) {
  private static final int MAX_PARAMETERS = 20;

  Request {
    query = Map.copyOf(query);
  }

  /**
   * Returns a request with this path and query.
   *
   * @throws IllegalArgumentException if the query is not URL-encoded
   */
  static Request of(String path, @Nullable String rawQuery) {
    Map<String, String> query = new HashMap<>();
    if (rawQuery != null) {
      for (String part : rawQuery.split("&", MAX_PARAMETERS + 1)) {
        int equals = part.indexOf('=');
        String name = equals < 0 ? part : part.substring(0, equals);
        String value = equals < 0 ? "" : part.substring(equals + 1);
        query.putIfAbsent(URLDecoder.decode(name, UTF_8), URLDecoder.decode(value, UTF_8));
      }
    }
    return new Request(path, query);
  }
}
