package io.ttalloc.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answer to one request. Immutable.
 *
 * @param status of HTTP
 * @param headers besides those that every answer has
 */
record HttpAnswer(int status, String contentType, Map<String, String> headers, Body body) {

  static final String TEXT = "text/plain; charset=utf-8";

  /** Writes the content. */
  interface Body {
    void write(OutputStream out) throws IOException;
  }

  /** Content that goes on, for which no thread of short answers is used. */
  interface Stream extends Body {}

  HttpAnswer {
    headers = Map.copyOf(headers);
  }

  /** An answer of one line of text. */
  static HttpAnswer text(int status, String line) {
    return of(status, TEXT, (line + "\n").getBytes(UTF_8));
  }

  /** The answer for a process that has no ledger. */
  static HttpAnswer notWatched(String pid) {
    return text(404, "no ledger of process " + pid + " is watched");
  }

  /** Content that is there already. */
  static HttpAnswer of(int status, String contentType, byte[] content) {
    return new HttpAnswer(status, contentType, Map.of(), out -> out.write(content));
  }

  /** Whether compressing makes it smaller. */
  boolean isText() {
    return contentType.startsWith("text/") || contentType.startsWith("application/json");
  }

  /** The same with one more header. */
  HttpAnswer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new HttpAnswer(status, contentType, more, body);
  }
}
