package io.ttalloc.natives.regions;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Encodes process names as a region stores them: in UTF-8, and always terminated by a zero byte.
 */
final class RegionNames {
  private RegionNames() {}

  /**
   * Encodes as many whole characters as fit. If the name contains a zero character, readers see
   * only the part before it.
   */
  static byte[] encode(String name) {
    byte[] encoded = new byte[RegionLayout.NAME_BYTES];
    CharsetEncoder encoder =
        StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    // The encoder never writes part of a character.
    encoder.encode(
        CharBuffer.wrap(name), ByteBuffer.wrap(encoded, 0, RegionLayout.NAME_BYTES - 1), true);
    return encoded;
  }
}
