package io.ttalloc.serve.page;

import java.nio.charset.StandardCharsets;

/** A file of the web page. Immutable. */
public record PageFile(String contentType, String text) {
  /** The bytes to send. */
  public byte[] content() {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
