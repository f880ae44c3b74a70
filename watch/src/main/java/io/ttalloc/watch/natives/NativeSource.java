package io.ttalloc.watch.natives;

import org.jspecify.annotations.Nullable;

/** The source of information about a process or a chip. */
public enum NativeSource {
  /** The process itself reports each allocation over the allocation socket. */
  SOCKET("socket"),
  /** The counters in the chip's region of shared memory. */
  REGION("region");

  private final String word;

  NativeSource(String word) {
    this.word = word;
  }

  /** The name of the source in text and JSON. */
  public String word() {
    return word;
  }

  static @Nullable NativeSource of(String word) {
    for (NativeSource source : values()) {
      if (source.word.equals(word)) {
        return source;
      }
    }
    return null;
  }
}
