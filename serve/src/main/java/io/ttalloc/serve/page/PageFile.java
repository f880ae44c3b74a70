package io.ttalloc.serve.page;

import java.nio.charset.StandardCharsets;

/** One file of the page. Immutable. */
public record PageFile(String contentType, String text) {
  /** As it is sent. */
  public byte[] content() {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
