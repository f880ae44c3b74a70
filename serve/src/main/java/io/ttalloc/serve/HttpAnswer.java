package io.ttalloc.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answer to one request. Immutable.
 *
 * @param status the HTTP status
 * @param headers additional headers, without those that every answer has
 */
record HttpAnswer(int status, String contentType, Map<String, String> headers, Body body) {

  static final String TEXT = "text/plain; charset=utf-8";

  /** Writes the content. */
  interface Body {
    void write(OutputStream out) throws IOException;
  }

  /** Content without a fixed end, which threads other than those for short answers write. */
  interface Stream extends Body {}

  HttpAnswer {
    headers = Map.copyOf(headers);
  }

  /** Returns an answer that is one line of text. */
  static HttpAnswer text(int status, String line) {
    return of(status, TEXT, (line + "\n").getBytes(UTF_8));
  }

  /** Returns the answer for a process that has no ledger. */
  static HttpAnswer notWatched(String pid) {
    return text(404, "no ledger for process " + pid + " is watched");
  }

  /** Returns an answer whose content already exists. */
  static HttpAnswer of(int status, String contentType, byte[] content) {
    return new HttpAnswer(status, contentType, Map.of(), out -> out.write(content));
  }

  /** Whether the content is text, which compression makes smaller. */
  boolean isText() {
    return contentType.startsWith("text/") || contentType.startsWith("application/json");
  }

  /** Returns this answer with one more header. */
  HttpAnswer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new HttpAnswer(status, contentType, more, body);
  }
}
