package io.ttalloc.serve.notify;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where something is sent, and what each request carries. Immutable.
 *
 * @param headers beside those that follow from what is sent
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
    return url.shown(); // headers are secrets
  }
}
