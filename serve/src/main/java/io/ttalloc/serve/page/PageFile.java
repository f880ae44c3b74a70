package io.ttalloc.serve.page;

import java.nio.charset.StandardCharsets;

/** A file of the page. Immutable. */
public record PageFile(String contentType, String text) {
  /** The bytes as they are sent. */
  public byte[] content() {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
