package io.ttalloc.serve.notify;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The target of requests, and the additional headers of each request. Immutable.
 *
 * @param headers additional headers, without those that describe the content
 */
public record Destination(ReceiverUrl url, Map<String, String> headers) {
  private static final String AUTHORIZATION = "Authorization";

  public Destination {
    Map<String, String> all = new LinkedHashMap<>();
    if (url.authorization() != null) {
      all.put(AUTHORIZATION, url.authorization());
    }
    all.putAll(headers);
    headers = Map.copyOf(all);
  }

  @Override
  public String toString() {
    return url.shown(); // without the headers, which may be secret
  }
}
